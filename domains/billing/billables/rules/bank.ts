/** Spaces between its parts are accepted; `ibanOf` takes them out. */
export const ibanPattern = '^[A-Za-z]{2}[0-9]{2}(?: ?[A-Za-z0-9]){11,30}$'
export const bicPattern = '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'

/** An IBAN as it is kept: without spaces, in capital letters; undefined if its check digits are wrong. Source: ISO 13616. */
export const ibanOf = (text: string): string | undefined => {
  const iban = text.replaceAll(' ', '').toUpperCase()
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n ? iban : undefined
}

/** An IBAN in groups of four, as people read it. */
export const ibanText = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
