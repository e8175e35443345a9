// What is kept for help belongs to the reader, or to a person in the reader's care.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";
import { homeOf } from "./help-copy.js";
import { fail, forMember } from "./member.js";
import { offerPersons, personInAddress } from "./whose.js";

/**
 * Opens a page for its reader.
 *
 * `make` gets a place with the path of a part, such as `place.path("injectors")`; it resolves with the page, whose
 * `load` is called for each person that is chosen.
 */
export function openHelp(make) {
  return forMember(async () => {
    const { persons } = await ask("GET", "/v1/me/persons");
    let person = personInAddress(persons);
    const page = make({ path: (part) => `${homeOf(person)}/help/${part}`, get home() { return homeOf(person); }, get person() { return person; } });
    const load = () => page.load().catch((error) => fail(byId("page-status"), error, load));
    offerPersons(persons, person, (id) => {
      person = id;
      byId("page-status").textContent = "";
      return load();
    });
    byId("member").hidden = false;
    await load();
  });
}
