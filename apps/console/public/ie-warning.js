// biome-ignore-all lint: only engines without modules read this file, and they know no more than ES5.
(function () {
  if (!document.documentMode && !/MSIE |Trident\//.test(navigator.userAgent)) return;

  function element(name, parent, text) {
    var made = document.createElement(name);
    if (text) made.appendChild(document.createTextNode(text));
    parent.appendChild(made);
    return made;
  }

  function warn() {
    var veil = element('div', document.body);
    veil.style.cssText =
      'position:fixed;top:0;right:0;bottom:0;left:0;z-index:9999;background:#e9e7e0;font:15px/1.8 "Microsoft YaHei",sans-serif';
    var box = element('div', veil);
    box.id = 'ie-warning';
    box.setAttribute('role', 'alertdialog');
    box.setAttribute('aria-labelledby', 'ie-warning-title');
    box.style.cssText =
      'width:480px;margin:120px auto 0;padding:28px 32px;background:#fff;border:1px solid #cdc9bd;color:#17211e';

    var title = element('h1', box, '温馨提示');
    title.id = 'ie-warning-title';
    title.style.cssText = 'margin:0 0 12px;font-size:20px';
    element(
      'p',
      box,
      '您正在使用的 Internet Explorer 浏览器，微软公司已于 2015 年 3 月停止支持，本系统无法在其中运行。',
    );
    var advice = element('p', box, '请');
    var link = element('a', advice, '更新浏览器');
    link.href = 'https://www.microsoft.com/zh-cn/edge';
    link.style.color = '#14604c';
    advice.appendChild(document.createTextNode('后再访问。'));
    element('p', box, '如果您使用的是双核浏览器（360、QQ、搜狗等），请切换到极速模式（高速模式）。');

    var close = element('button', box, '我知道了');
    close.type = 'button';
    close.style.cssText =
      'padding:6px 20px;border:0;background:#14604c;color:#fff;font:inherit;cursor:pointer';
    close.onclick = function () {
      document.body.removeChild(veil);
    };
  }

  if (document.body) warn();
  else if (window.attachEvent) window.attachEvent('onload', warn);
  else window.addEventListener('load', warn);
})();
