// The allergens and pollutants, which say everything without this script: what a browser can do with a page.

import { byId } from "./dom.js";
import { offerPage } from "./page-acts.js";

// The list has no such buttons.
if (byId("share")) offerPage();
