// The links behind "More" that only accounts with a role need. They grant no access.

const key = "roles";

/** Remembers the roles of who is signed in, and shows their links; an empty list hides them. */
export function rememberRoles(roles) {
  try {
    if (roles.length > 0) localStorage.setItem(key, roles.join(" "));
    else localStorage.removeItem(key);
  } catch {
    // Without storage, only pages that ask who is signed in show the links.
  }
  show(roles);
}

/** Shows the links for who was last signed in here. */
export function showDuties() {
  try {
    show((localStorage.getItem(key) ?? "").split(" "));
  } catch {
    // Then the page shows them if it asks who is signed in.
  }
}

function show(roles) {
  for (const link of document.querySelectorAll(".more [data-role]")) {
    link.hidden = !link.dataset.role.split(" ").some((role) => roles.includes(role));
  }
}
