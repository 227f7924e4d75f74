import companySignIn from '../../domains/accounts/company-sign-in/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(companySignIn)
