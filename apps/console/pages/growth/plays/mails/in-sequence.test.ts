import { expect, test } from 'vitest'
import { inSequence } from './in-sequence.ts'
import type { GrowthMail } from './marked-text.ts'

const mailOf = (leadId: string, step: number) => ({ leadId, step }) as GrowthMail

test('first mails come before mails that follow an approved mail, and the mails of a lead stay together', () => {
  const mails = [mailOf('lena', 1), mailOf('yusuf', 1), mailOf('yusuf', 0), mailOf('marie', 1), mailOf('rosa', 0)]
  expect(inSequence(mails)).toEqual([
    mailOf('yusuf', 0),
    mailOf('yusuf', 1),
    mailOf('rosa', 0),
    mailOf('lena', 1),
    mailOf('marie', 1),
  ])
})
