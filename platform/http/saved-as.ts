/** A `Content-Disposition` by which a browser saves a file under any name (RFC 6266, RFC 8187). */
export const savedAs = (fileName: string): string => {
  const percent = (text: string) => `%${text.charCodeAt(0).toString(16).toUpperCase()}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*]/g, percent)}`
}
