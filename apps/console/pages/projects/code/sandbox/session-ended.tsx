/** The page after a session in the sandbox has ended. */
export const SessionEnded = ({ said }: { readonly said: string }) => (
  <p className="soft" role="status">
    {said}
  </p>
)
