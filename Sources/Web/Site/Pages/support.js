// The page on which people may support the service, and on which they are thanked.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { locale, text } from "./language.js";
import { fail } from "./member.js";
import { hasBadge, wearBadge } from "./supporter.js";

/** How often, and after how many milliseconds, a gift that was just made is asked about. */
const [tries, pause] = [15, 2000];

const money = (amount, currency) => new Intl.NumberFormat(locale, {
  style: "currency", currency, minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
}).format(amount);

function showOffer({ link, currency, amounts }) {
  byId("link-line").hidden = link === undefined;
  if (link) byId("link").href = link;
  byId("checkout").hidden = amounts === undefined;
  byId("amounts").replaceChildren(...(amounts ?? []).map((amount) =>
    element("button", { class: "main", type: "button", onclick: (event) => give(amount, event.currentTarget) }, money(amount, currency))));
}

async function give(amount, button) {
  button.disabled = true;
  byId("page-status").textContent = "";
  try {
    const { url } = await ask("POST", "/v1/support/checkouts", { amount });
    location.assign(url);
  } catch (error) {
    fail(byId("page-status"), error);
  } finally {
    button.disabled = false;
  }
}

/** Thanks at once; the amount and the receipt come with the provider's report. */
async function thank(visit) {
  byId("thanks").hidden = false;
  byId("badge").checked = hasBadge();
  byId("badge").addEventListener("change", () => wearBadge(byId("badge").checked));
  byId("thanks-heading").focus();
  for (let count = 0; count < tries; count += 1) {
    const gift = await ask("GET", `/v1/support/gifts/${encodeURIComponent(visit)}`).catch(() => null);
    if (gift) {
      byId("thanks-text").textContent = text("support.thanksFor", { amount: money(gift.amount, gift.currency) });
      byId("receipt-line").hidden = gift.receipt === undefined;
      if (gift.receipt) return byId("receipt").setAttribute("href", gift.receipt);
    }
    await new Promise((resume) => { setTimeout(resume, pause); });
  }
  return undefined;
}

async function start() {
  try {
    showOffer(await ask("GET", "/v1/support"));
  } catch (error) {
    fail(byId("page-status"), error, start);
  }
}

start();
const visit = new URLSearchParams(location.search).get("visit");
if (visit) thank(visit);
