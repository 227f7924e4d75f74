import './handle.css'

/** The short name of a cycle or task, as people say it: HAR-12. */
export const Handle = ({ children }: { readonly children: string }) => <span className="handle">{children}</span>
