import type { Next, Parking } from '../../platform/jobs/step.ts'

/** The run continues with the step of that name, at once or after `delayMs`: for workflows without a graph. */
export const goTo = (name: string, payload: object = {}, { delayMs = 0 } = {}): Next => ({
  next: 'step',
  name,
  payload,
  delayMs,
})

/** The run waits as a row until `resume` names one of the labels: for workflows without a graph. */
export const park = ({ payload = {}, details = {}, ...parking }: Parking): Next => ({
  next: 'park',
  payload,
  details,
  ...parking,
})
