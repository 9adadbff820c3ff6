// Unit tests see every text, as every page but the home page does.
import { loadTexts } from '.';

await loadTexts();
