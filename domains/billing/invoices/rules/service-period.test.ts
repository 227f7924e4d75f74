import { expect, test } from 'vitest'
import { servicePeriodOf } from '../rules.ts'

test.each([
  [{}, { serviceFrom: null, serviceTo: null }],
  [{ serviceFrom: '2026-02-28' }, { serviceFrom: '2026-02-28', serviceTo: '2026-02-28' }],
  [
    { serviceFrom: '2026-02-28', serviceTo: null },
    { serviceFrom: '2026-02-28', serviceTo: '2026-02-28' },
  ],
  [
    { serviceFrom: '2024-02-29', serviceTo: '2024-03-01' },
    { serviceFrom: '2024-02-29', serviceTo: '2024-03-01' },
  ],
  [{ serviceTo: '2026-02-28' }, { faults: [{ path: 'serviceFrom', rule: 'required' }] }],
  [{ serviceFrom: '2026-02-29' }, { faults: [{ rule: 'date' }, { rule: 'date' }] }],
  [{ serviceFrom: '2026-03-02', serviceTo: '2026-03-01' }, { faults: [{ path: 'serviceTo', rule: 'order' }] }],
])('%j is %j', (input, period) => expect(servicePeriodOf(input)).toMatchObject(period))
