// The account's personal details: name, date of birth, picture.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSubmit, say } from "./form.js";
import { text } from "./language.js";

/** The largest picture, in bytes, that the server accepts. */
const largest = 5 << 20;

export function showProfile(account, onChange, attempt) {
  byId("username").value = account.name;
  byId("dateOfBirth").value = account.dateOfBirth ?? "";
  // Names assigned by the operator need not follow the rules for new names.
  const first = account.name;
  if (!byId("username").validity.valid) byId("username").removeAttribute("pattern");
  onSubmit(byId("profile-form"), byId("profile-status"), async () => {
    const change = {};
    if (byId("username").value.trim() !== first) change.username = byId("username").value.trim();
    if (byId("dateOfBirth").value) change.dateOfBirth = byId("dateOfBirth").value;
    onChange(await ask("PATCH", "/v1/me", change));
    say(byId("profile-status"), text("account.saved"));
  });
  showPictures(account, onChange, attempt);
}

async function showPictures(account, onChange, attempt) {
  const status = byId("picture-status");
  const renew = async () => {
    const now = await ask("GET", "/v1/me");
    onChange(now);
    mark(now.picture);
  };
  const { pictures } = await ask("GET", "/v1/pictures").catch(() => ({ pictures: [] }));
  byId("pictures").replaceChildren(...pictures.map((picture, index) => element("button", {
    class: "picture", type: "button", "data-address": picture.picture, "aria-label": text("picture.number", { number: index + 1 }),
    onclick: () => attempt(status, async () => {
      await ask("PUT", "/v1/me/picture", { name: picture.name });
      await renew();
    }),
  }, element("img", { src: picture.picture, alt: "", width: 48, height: 48 }))));
  byId("picture-file").addEventListener("change", () => attempt(status, async () => {
    const [file] = byId("picture-file").files;
    if (!file) return;
    byId("picture-file").value = "";
    if (file.size > largest) return say(status, text("picture.tooLarge"), true);
    await ask("PUT", "/v1/me/picture", undefined, { body: file, headers: { "Content-Type": file.type } });
    await renew();
  }));
  byId("picture-remove").addEventListener("click", () => attempt(status, async () => {
    await ask("DELETE", "/v1/me/picture");
    await renew();
  }));
  mark(account.picture);
}

/** Marks the chosen picture. */
function mark(address) {
  for (const button of byId("pictures").children) button.setAttribute("aria-pressed", button.dataset.address === address);
  byId("picture-remove").hidden = !address;
}
