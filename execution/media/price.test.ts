import { expect, test } from 'vitest'
import { mediaCost, type MediaAmounts, type MediaPrice } from './price.ts'

test.each<[MediaPrice, MediaAmounts, number | undefined]>([
  [{ by: 'minute', micros: 6_000 }, { seconds: 31 }, 3_100],
  [{ by: 'minute', micros: 6_000 }, { seconds: 31.001 }, 3_101],
  [{ by: 'second', micros: 100_000 }, { seconds: 8 }, 800_000],
  [{ by: 'million characters', micros: 15_000_000 }, { characters: 7 }, 105],
  [{ by: 'image', micros: 40_000 }, { images: 3, seconds: 1 }, 120_000],
  [{ by: 'image', micros: 40_000 }, { seconds: 1 }, undefined],
])('at %j, %j cost %j micro-dollars', (price, amounts, micros) => {
  expect(mediaCost(price, amounts)).toBe(micros)
})
