import { GAMES } from "./games";
import { startPage } from "./start";

const start = document.getElementById("start");
if (start === null) throw new Error("index.html has no element with the id 'start'");
start.replaceChildren(...startPage(GAMES));
