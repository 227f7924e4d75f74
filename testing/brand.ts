/** The smallest PNG there is. */
export const pixelBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A drawing in base64 that differs by its number. */
export const drawingBase64 = (number: number): string =>
  Buffer.from(`<svg viewBox="0 0 9 9"><path d="M0 ${number}h9"/></svg>`).toString('base64')

let portals = 0
/** A name that no other portal of this run has. */
export const newSlug = (): string => `agency-${process.pid}-${(portals += 1)}`
