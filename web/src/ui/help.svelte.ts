// How to play: offered by a table, asked for in the bar on top, too.

export const help = $state({ offered: false, open: false });
