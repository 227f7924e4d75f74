import type { InvalidField } from '../../../../platform/contract/index.ts'

/** The days of a service, as YYYY-MM-DD; the same day twice for one day. */
interface ServicePeriod {
  readonly serviceFrom: string | null
  readonly serviceTo: string | null
}

interface PeriodInput {
  readonly serviceFrom?: string | null | undefined
  readonly serviceTo?: string | null | undefined
}

/** The period that a draft names: none, one day, or two days in order. */
export const servicePeriodOf = (input: PeriodInput): ServicePeriod | { readonly faults: InvalidField[] } => {
  const { serviceFrom = null, serviceTo = serviceFrom } = input
  if (serviceFrom === null)
    return serviceTo === null
      ? { serviceFrom: null, serviceTo: null }
      : { faults: [fault('serviceFrom', 'is required with serviceTo', 'required')] }
  const last = serviceTo ?? serviceFrom
  const faults = [
    ...(isDay(serviceFrom) ? [] : [fault('serviceFrom', 'is no day of the calendar', 'date')]),
    ...(isDay(last) ? [] : [fault('serviceTo', 'is no day of the calendar', 'date')]),
    ...(last < serviceFrom ? [fault('serviceTo', 'is before serviceFrom', 'order')] : []),
  ]
  return faults.length > 0 ? { faults } : { serviceFrom, serviceTo: last }
}

const isDay = (text: string) => {
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

const fault = (path: string, message: string, rule: string): InvalidField => ({ path, message, rule })
