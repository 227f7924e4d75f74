import repositoryReads from '../../domains/delivery/repository-reads/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(repositoryReads)
