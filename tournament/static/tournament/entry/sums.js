// Beside the cells of a table: what each game still wants, the sum of each guest, and what their card says of it.

export class Sums {
  /**
   * @param {HTMLFormElement} form
   * @param {import("./cell.js").Cell[]} cells
   */
  constructor(form, cells) {
    this.form = form;
    this.cells = cells;
    this.told = document.getElementById("told");
  }

  draw() {
    const cards = [...this.form.querySelectorAll("input[data-card]")].map((input) => input.dataset.card);
    new Set(this.cells.map((cell) => cell.game)).forEach((game) => this.want(game));
    new Set([...this.cells.map((cell) => cell.seat), ...cards]).forEach((seat) => this.compare(seat));
  }

  /**
   * What a column still wants, under it: nothing of it is typed, these seats are missing, or it is whole.
   * @param {string} game
   */
  want(game) {
    const foot = this.form.querySelector(`[data-foot="${game}"]`);
    const column = this.cells.filter((cell) => cell.game === game);
    if (!foot || column.length === 0) {
      return;
    }
    const missing = column.filter((cell) => cell.input.value.trim() === "").map((cell) => cell.input.name.split("_")[2]);
    const words = missing.length ? `${missing.join(", ")} missing` : "to save";
    foot.querySelector(".state > span").textContent = missing.length === column.length ? foot.dataset.none : words;
  }

  /** @param {string} seat */
  compare(seat) {
    const cells = [...this.form.querySelectorAll(`.desk-cell[data-row="${seat}"]`)];
    const sum = this.form.querySelector(`[data-sum="${seat}"]`);
    if (!sum || sum.dataset.all !== undefined || "whole" in this.form.dataset) {
      return;
    }
    const points = cells.reduce((total, cell) => total + Number(cell.dataset.points || 0), 0);
    sum.textContent = String(points);
    const card = this.form.querySelector(`input[data-card="${seat}"]`);
    const verdict = this.form.querySelector(`[data-verdict="${seat}"]`);
    if (!card) {
      return;
    }
    const whole = cells.every((cell) => !cell.dataset.open);
    const says = /^\d{1,4}$/.test(card.value.trim()) ? Number(card.value) : null;
    const away = says === null ? 0 : says - points;
    verdict.textContent = says === null ? "" : away === 0 ? "agrees" : `${Math.abs(away)} ${away > 0 ? "short" : "over"}`;
    verdict.classList.toggle("desk-differs", away !== 0 && whole);
    card.closest(".desk-cell").classList.toggle("desk-wrong", away !== 0 && whole);
  }

  /**
   * The server's word on what would explain the differences.
   * @param {{seat: string, name: string, card: number, sum: number, words: string, game: number|null}[]} differences
   */
  explain(differences) {
    this.told.replaceChildren(...differences.map((difference) => this.message(difference)));
  }

  /** @param {{seat: string, name: string, card: number, sum: number, words: string, game: number|null}} difference */
  message(difference) {
    const message = document.getElementById("difference").content.firstElementChild.cloneNode(true);
    const { name, card, sum, words, game, seat } = difference;
    message.querySelector("b").textContent = `${name}: the card says ${card}, the ${this.form.dataset.units} make ${sum}.`;
    message.querySelector("[data-why]").textContent = words;
    const go = message.querySelector("button");
    if (game === null) {
      go.remove();
    } else {
      go.textContent = `Go to ${this.form.dataset.unit} ${game}`;
      go.addEventListener("click", () => this.goTo(game, seat));
    }
    return message;
  }

  /**
   * The box of a seat in a game: its field, or the way to its sheet where it is saved.
   * @param {number} game
   * @param {string} seat
   */
  goTo(game, seat) {
    const input = this.form.elements[`hand_${game}_${seat}`];
    if (input) {
      input.focus();
      input.select();
    } else {
      document.getElementById(`game-${game}`)?.focus();
    }
  }
}
