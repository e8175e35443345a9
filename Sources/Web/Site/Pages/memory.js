// What the browser remembers between visits; without storage, each visit starts afresh.

/** The value stored under a name, or `otherwise`. */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full or blocked store is not an error.
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to forget.
  }
}
