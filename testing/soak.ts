/** Whether the long tests run at their full length: `bin/test --soak`. */
export const isSoak = process.env.ATELIER_TEST_SOAK === '1'

/** The cases that a suite tries: those that it chose, and all of them in a soak. */
export const triedOf = <Case>(all: readonly Case[], chosen: readonly Case[]): readonly Case[] => (isSoak ? all : chosen)
