/** The days that payment terms name, as `Net 30 days` does; undefined if they name none, or several. */
export const daysOfTerms = (terms: string): number | undefined => {
  const named = [...terms.matchAll(/\b(\d{1,3})\s*(?:days?|tage?n?)\b/gi)]
  return named.length === 1 ? Number(named[0]![1]) : undefined
}
