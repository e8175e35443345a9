// Who was last seen to be signed in here. It opens nothing; it only spares the server the question of strangers, and
// says without a network whose page this is.

const key = "account";

/** The name of the account, or `null` for whoever has none here; empty for who is about to come from another site. */
export const rememberedName = () => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Whether nobody is signed in here; of browsers that keep nothing for pages it is not known. */
export const isStranger = () => {
  try {
    return localStorage.getItem(key) === null;
  } catch {
    return false;
  }
};

/** Has the next page ask who is signed in. */
export const expectSomebody = () => rememberName(rememberedName() ?? "");

export function rememberName(name) {
  try {
    if (name === null) localStorage.removeItem(key);
    else localStorage.setItem(key, name);
  } catch {
    // Whoever lets pages keep nothing is asked each time.
  }
}
