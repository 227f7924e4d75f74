import requests from '../../domains/delivery/requests/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(requests)
