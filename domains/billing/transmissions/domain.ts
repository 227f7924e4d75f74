import { domain } from '../../domain.ts'
import { transmissions } from './contract.ts'
import { transmit } from './jobs/transmit.ts'
import type { TransmissionParts } from './connect.ts'
import handlers from './handlers.ts'

export default domain({
  name: 'transmissions',
  contract: transmissions,
  handlers,
  schedules: (parts: TransmissionParts) => [
    { name: 'invoice-transmissions', everySeconds: 5, work: (context) => transmit(parts, context) },
  ],
  jobActions: ['client_invoice.transmit'],
})
