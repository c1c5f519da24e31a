// Lint rules for tests: they must wait for conditions, not for a fixed time, and use seeded random numbers.
const waiting =
  'Wait with until(what, look) of support/until.ts; to interfere at some time there is support/moment.ts.';
const drawing = 'Draw lots with Chance of support/faults/seed.ts, so that a run can be repeated.';

const importOf = (module, names, message) => (context) => ({
  ImportDeclaration(node) {
    if (node.source.value !== module) return;
    for (const specifier of node.specifiers)
      if (names.includes(specifier.imported?.name)) context.report({ node: specifier, message });
  },
});

const wait = {
  create: (context) => ({
    ...importOf('node:timers/promises', ['setTimeout', 'setInterval'], waiting)(context),
    CallExpression(node) {
      const [then] = node.arguments;
      if (node.callee.name === 'setTimeout' && then?.type === 'Identifier' && then.name === 'resolve')
        context.report({ node, message: waiting });
    },
  }),
};

const random = { Math: ['random'], crypto: ['randomUUID', 'getRandomValues'] };

const chance = {
  create: (context) => ({
    ...importOf('node:crypto', ['randomInt', 'randomUUID'], drawing)(context),
    MemberExpression(node) {
      if (random[node.object.name]?.includes(node.property.name)) context.report({ node, message: drawing });
    },
  }),
};

export default { meta: { name: 'tests' }, rules: { wait, chance } };
