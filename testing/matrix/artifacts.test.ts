import artifacts from '../../domains/delivery/artifacts/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(artifacts)
