import { CheckTable, type Check } from './check-table.tsx'
import { Coverage } from './coverage-table.tsx'

/** The checks that prove the change of a request, with the lines that they ran. */
export const RequestChecks = ({ checks }: { readonly checks: readonly Check[] }) => (
  <div className="ask-checks">
    <CheckTable checks={checks} />
    <Coverage checks={checks} />
  </div>
)
