import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { isInSandbox } from '../base-path.js';

const forest: MantineColorsTuple = [
  '#eef5f0',
  '#dbe9e0',
  '#b9d2c3',
  '#93b9a3',
  '#6f9f84',
  '#4c8368',
  '#33694f',
  '#1f5340',
  '#143c2d',
  '#0c2a1f',
];

const copper: MantineColorsTuple = [
  '#fdf3ea',
  '#f8e3d1',
  '#f0c6a3',
  '#e9ac79',
  '#e59a5c',
  '#d8853f',
  '#c67230',
  '#b8682c',
  '#9a5422',
  '#78401a',
];

/** Greenish grays instead of Mantine's bluish ones. */
const gray: MantineColorsTuple = [
  '#f7f6f1',
  '#efeee7',
  '#e6e8e1',
  '#d5ddd6',
  '#c3cec6',
  '#9db5a4',
  '#7d9186',
  '#586b61',
  '#3a4d43',
  '#22342b',
];

const dark: MantineColorsTuple = [
  '#e3eee6',
  '#c3d2c8',
  '#a5b8ac',
  '#6f8579',
  '#2b3d33',
  '#21342a',
  '#1a2a22',
  '#13201a',
  '#0f1814',
  '#0b110e',
];

const darkViolet: MantineColorsTuple = [
  '#eae3f1',
  '#cfc4da',
  '#b3a5c2',
  '#83739a',
  '#41324f',
  '#2f223d',
  '#251a31',
  '#1b1324',
  '#150e1c',
  '#110b17',
];

/** Of sandboxes. */
const violet: MantineColorsTuple = [
  '#f5effb',
  '#e8daf5',
  '#d2b6ea',
  '#b98edd',
  '#a069cf',
  '#8748bf',
  '#7433ab',
  '#5f2792',
  '#4d1f78',
  '#3a165c',
];

const heading = { fontSize: '1.15rem', fontWeight: 600 };

// A page has one banner landmark, and a dialog's header is none.
const noLandmark = { component: 'div' };

/** The certificate's colours, and a dark variant. */
export const theme = createTheme({
  colors: { forest, copper, gray, dark: isInSandbox ? darkViolet : dark, violet },
  primaryColor: isInSandbox ? 'violet' : 'forest',
  respectReducedMotion: true,
  primaryShade: { light: 8, dark: 6 },
  black: '#143c2d',
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', 'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans Thai', sans-serif",
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.75rem', lineHeight: '1.25' }, h2: { fontSize: '1.15rem' } },
  },
  components: {
    Button: { defaultProps: { radius: 'xl' } },
    Drawer: { styles: { title: heading } },
    DrawerHeader: { defaultProps: noLandmark },
    InputWrapper: { styles: { label: { marginBottom: '0.35rem' } } },
    Modal: {
      // A dialog's header is no landmark of the page.
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'xl',
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: heading },
    },
    ModalHeader: { defaultProps: noLandmark },
    // Without this, 0,5 would be read as 5.
    NumberInput: { defaultProps: { allowedDecimalSeparators: ['.', ','] } },
    // Accessibility: all content has to be inside a landmark.
    Tooltip: { defaultProps: { portalProps: { target: '#main' } } },
    Skeleton: { defaultProps: { radius: 'md' } },
  },
});

/** As `dark` below, in the colours of a sandbox. */
const violetNight = {
  '--mantine-color-body': '#1b1324',
  '--mantine-color-default': '#251a31',
  '--mantine-color-default-hover': '#2f223d',
  '--mantine-color-default-border': '#41324f',
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#143c2d',
    '--mantine-color-dimmed': '#586b61',
    '--mantine-color-placeholder': '#6b7d73',
    '--mantine-color-anchor': '#1f5340',
    '--mantine-color-default-border': '#d5ddd6',
    '--mantine-color-error': '#b3261e',
  },
  dark: {
    '--mantine-color-body': '#13201a',
    '--mantine-color-text': '#e3eee6',
    '--mantine-color-dimmed': '#a5b8ac',
    '--mantine-color-placeholder': '#8ba094',
    '--mantine-color-anchor': '#b9d2c3',
    '--mantine-color-default': '#1a2a22',
    '--mantine-color-default-hover': '#21342a',
    '--mantine-color-default-color': '#e3eee6',
    '--mantine-color-default-border': '#2b3d33',
    '--mantine-color-error': '#ff9c93',
    ...(isInSandbox && violetNight),
  },
});
