// The phone of an official remembers the evening it serves: a guest's card scanned with it opens the card, not the guest's own page.
try {
  localStorage.setItem("official", location.pathname.split("/")[2]);
} catch {
  // No storage: the guest's own page opens.
}
