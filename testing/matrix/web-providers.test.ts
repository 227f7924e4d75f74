import webProviders from '../../domains/accounts/web-providers/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(webProviders)
