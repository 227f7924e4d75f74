/** A count with its noun: `1 file`, `3 files`. */
export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
