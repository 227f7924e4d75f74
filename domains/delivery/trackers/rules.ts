/** How many conversations one answer lists. */
export const listedMost = 200
