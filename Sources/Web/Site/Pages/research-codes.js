// Codes by which people join: made in bulk, and printed with QR codes that lead to the page for joining.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSend, say } from "./form.js";
import { text } from "./language.js";
import { qrCode } from "./qr-code.js";
import { inWords, trying } from "./research-terms.js";
import { invitationTo, joining } from "./study-code.js";
import { number } from "./words.js";

/** How many codes are drawn at a time: some seven pages of paper. */
const batch = 120;
/** As people read it: `ACD2-3EFG-45`. */
const grouped = (code) => code.match(/.{1,4}/g).join("-");

export class Codes {
  #study = null;
  #codes = [];
  #first = 0;

  /** `changed` is called after codes were made. */
  constructor(pathOf, changed) {
    onSend(byId("codes-form"), () => trying("codes-status", async () => {
      const [count, length] = ["code-count", "code-length"].map((id) => Number(byId(id).value));
      const { codes } = await ask("POST", `${pathOf()}/invitations`, { count, length });
      await this.#show(codes);
      say(byId("codes-status"), text("research.codes.made", { count: number(codes.length) }));
      await changed();
    }));
    byId("open-codes").addEventListener("click", () => trying("codes-status", async () => {
      const codes = await openCodes(pathOf());
      await this.#show(codes);
      say(byId("codes-status"), codes.length === 0 ? text("research.codes.none") : "");
    }));
    byId("sheet-before").addEventListener("click", () => this.#draw(this.#first - batch));
    byId("sheet-after").addEventListener("click", () => this.#draw(this.#first + batch));
    byId("print").addEventListener("click", print);
  }

  open({ study, acts }) {
    this.#study = study;
    byId("codes-part").hidden = !acts.includes("invite");
    byId("sheet-part").hidden = true;
    say(byId("codes-status"), "");
  }

  async #show(codes) {
    this.#codes = codes;
    byId("sheet-part").hidden = codes.length === 0;
    await this.#draw(0);
  }

  async #draw(first) {
    this.#first = first;
    const shown = this.#codes.slice(first, first + batch);
    byId("sheet").replaceChildren(...await Promise.all(shown.map((code) => this.#card(code))));
    byId("sheet-before").disabled = first === 0;
    byId("sheet-after").disabled = first + batch >= this.#codes.length;
    byId("sheet-range").textContent = text("research.codes.range", { first: first + 1, last: first + shown.length, count: this.#codes.length });
  }

  async #card(code) {
    return element("li", {},
      await qrCode(invitationTo(code), text("research.codes.of", { code })),
      element("div", {}, element("strong", {}, inWords(this.#study.title)),
        element("span", { class: "small" }, text("research.codes.how", { address: location.host + joining })),
        element("code", { class: "code" }, grouped(code))));
  }
}

/** The codes that nobody has used yet, of all pages. */
async function openCodes(path) {
  const codes = [];
  let after = null;
  do {
    const { participants, next } = await ask("GET", `${path}/participants${after === null ? "" : `?after=${after}`}`);
    codes.push(...participants.map(({ code }) => code).filter(Boolean));
    after = next ?? null;
  } while (after !== null);
  return codes;
}

/** Prints the sheet alone. */
function print() {
  document.body.classList.add("sheet-only");
  window.addEventListener("afterprint", () => document.body.classList.remove("sheet-only"), { once: true });
  window.print();
}
