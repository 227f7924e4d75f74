import clients from '../../domains/accounts/clients/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(clients)
