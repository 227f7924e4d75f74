/** A route that monitors and link checkers ask with HEAD as well; the answer is that of GET without its body. */
export const withHead = { exposeHeadRoute: true } as const
