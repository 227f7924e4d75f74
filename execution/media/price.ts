import type { TableModel } from '../model-table/read-table.ts'
import { costMicros, type Price, type Usage } from '../models/index.ts'

/** The price of a call of a model for media: by tokens, or by the pieces made or read. */
export type MediaPrice =
  | { readonly by: 'tokens'; readonly price: Price }
  | { readonly by: Extract<NonNullable<TableModel['price']>, { usd: number }>['per']; readonly micros: number }

/** How much a call has made or read, as far as it is known. */
export interface MediaAmounts {
  readonly images?: number | undefined
  readonly seconds?: number | undefined
  readonly characters?: number | undefined
  readonly usage?: Usage | undefined
}

/** The price of something that costs nothing. */
export const freeOfCharge: MediaPrice = {
  by: 'tokens',
  price: { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 },
}

/** A model's price: nothing if its endpoint is free, else the table's by the piece, else its tokens'. */
export const mediaPrice = (own: Price | undefined, listed: TableModel | undefined): MediaPrice | undefined => {
  if (own && isFree(own)) return freeOfCharge
  const price = listed?.price
  if (price && price.per !== 'million tokens') return { by: price.per, micros: Math.round(price.usd * 1_000_000) }
  return own && { by: 'tokens', price: own }
}

const isFree = (price: Price) => Object.values(price).every((micros) => micros === undefined || micros === 0)

/** Integer micro-dollars, rounded up; undefined if the amounts are incomplete. */
export const mediaCost = (price: MediaPrice, amounts: MediaAmounts): number | undefined => {
  if (price.by === 'tokens') return isFree(price.price) ? 0 : amounts.usage && costMicros(price.price, amounts.usage)
  const [amount, perPiece] = piecesOf(price.by, amounts)
  return amount === undefined ? undefined : Math.ceil((amount * price.micros) / perPiece)
}

/** The amount that counts, and how much of it is one piece: divided last, so that no fraction is rounded up. */
const piecesOf = (by: Exclude<MediaPrice['by'], 'tokens'>, { images, seconds, characters }: MediaAmounts) => {
  switch (by) {
    case 'image':
      return [images, 1] as const
    case 'million characters':
      return [characters, 1_000_000] as const
    case 'minute':
      return [seconds, 60] as const
    case 'second':
      return [seconds, 1] as const
  }
}
