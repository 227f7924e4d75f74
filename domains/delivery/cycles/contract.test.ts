import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBranchName } from '../../../execution/repositories/index.ts'
import { UpdateCycle } from './contract.ts'

const ajv = new Ajv({ strict: false })
;(formats as unknown as (instance: Ajv) => void)(ajv)
const validate = ajv.compile(UpdateCycle)

test('a target branch may be any name that git accepts, and no other', () => {
  const part = fc.constantFrom(
    'HEAD',
    'a',
    'B',
    '1',
    '.',
    '..',
    '/',
    '-',
    '@',
    '@{',
    '.lock',
    ' ',
    '~',
    '^',
    ':',
    '?',
    '*',
    '[',
    '\\',
    '\u007f',
    '\t',
    'é',
  )
  const name = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(name, (targetBranch) => {
      expect([targetBranch, validate({ targetBranch })]).toEqual([targetBranch, isBranchName(targetBranch)])
    }),
    { numRuns: 5_000 },
  )
})
