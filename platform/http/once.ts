/** The result of `make`, made at the first call. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
