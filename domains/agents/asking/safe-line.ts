/** One line of a model's answer, which repeats texts of strangers, as a terminal prints it and PostgreSQL holds it. */
export const safeLine = (text: string, mostChars = text.length): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, mostChars)
    .toWellFormed()
