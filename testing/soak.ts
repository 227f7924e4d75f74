/** Whether the long tests run at their full length: `bin/test --soak`. */
export const isSoak = process.env.ATELIER_TEST_SOAK === '1'

/** The cases that a suite tries: those that it chose, and all of them in a soak. */
export const triedOf = <Case>(all: readonly Case[], chosen: readonly Case[]): readonly Case[] => (isSoak ? all : chosen)

/** Whether the long tests run at all: `bin/test --long`, before a merge, and in a soak. */
export const isLong = isSoak || process.env.ATELIER_TEST_LONG === '1'

/** The cases that a suite tries with every run: those that it chose; all of them with the long tests. */
export const everyDayOf = <Case>(all: readonly Case[], chosen: readonly Case[]): readonly Case[] =>
  isLong ? all : chosen
