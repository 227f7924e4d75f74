import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { domains } from '../../domains/index.ts'
import { isOfArea } from './matrix.ts'

test('every operation is in the matrix of an area', () => {
  const areas = readdirSync(join(import.meta.dirname, '../../domains')).filter((area) => {
    const file = join(import.meta.dirname, `${area}.test.ts`)
    return existsSync(file) && readFileSync(file, 'utf8').includes(`await testMatrix('${area}')`)
  })
  const left = domains.filter((domain) => domain.operations.length > 0 && !areas.some((area) => isOfArea(domain, area)))
  expect(left.map(({ name }) => name)).toEqual([])
})
