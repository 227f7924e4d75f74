import companies from '../../domains/growth/companies/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(companies)
