/** Made with Go's packages `note` and `ed25519` from the first key of RFC 8032. */
export const logKey = 'example.com/behind-the-sofa+f8fa5254+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
export const witnessKey = 'witness.example.com/w1+7e6f4aaa+BNdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
export const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
export const text = `example.com/behind-the-sofa\n20852163\n${root}\n`;
export const logLine =
  '— example.com/behind-the-sofa +PpSVFNUsAicB1wXCuc36HrmzCfBx1ATQpTulWd9U006OEpyCvIVj2pM8CIzKlzXWcwxIO/VAQzkCO8DZUY5tlFX6QQ=\n';
export const witnessLine =
  '— witness.example.com/w1 fm9KqgAAAABkGFDL+TPmh4BYuAjsYRoqMJCWb/gWJaeRF/kmm5tlCr9sJ57DLErur7K0yDXc2ArN+TIuotuB/HbuL3AJsp3bv/aNCQ==\n';
export const note = `${text}\n${logLine}${witnessLine}`;
