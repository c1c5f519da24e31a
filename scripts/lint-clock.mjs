// A lint rule: the current time must come from the clock of the context, which tests can set.
const message = 'Take the current time from the clock of the context.';
const isDate = ({ type, name }) => type === 'Identifier' && name === 'Date';

const now = {
  create: (context) => ({
    NewExpression(node) {
      if (isDate(node.callee) && node.arguments.length === 0) context.report({ node, message });
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type === 'MemberExpression' && isDate(callee.object) && callee.property.name === 'now')
        context.report({ node, message });
    },
  }),
};

export default { meta: { name: 'clock' }, rules: { now } };
