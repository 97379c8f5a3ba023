// Asks the server what it finds in the sheet so far; what it finds is shown, and nothing waits for it.
const WAIT_MS = 250;

export class Look {
  /**
   * @param {HTMLFormElement} form
   * @param {(answer: {findings?: object[], told?: object[], questions: object[]}) => void} show
   */
  constructor(form, show) {
    this.form = form;
    this.show = show;
    this.timer = 0;
    this.number = 0;
  }

  /** Looks soon, where the page says whom to ask; what was typed meanwhile is looked at together. */
  soon() {
    if (!this.form.dataset.look) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), WAIT_MS);
  }

  async now() {
    const mine = (this.number += 1);
    try {
      const answer = await fetch(this.form.dataset.look, { method: "POST", body: new FormData(this.form) });
      const told = answer.ok ? await answer.json() : null;
      if (told && mine === this.number) {
        this.show(told);
      }
    } catch {
      // Without a line nothing is found now; saving will say so.
    }
  }
}
