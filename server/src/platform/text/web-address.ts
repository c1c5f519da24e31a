/** Whether a text is the address of a page: http or https, a host, and no login. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\\p{C}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
