"use strict";(()=>{var C0="uplot",P0="u-hz",I0="u-vt",L0="u-title",D0="u-wrap",N0="u-under",U0="u-over",F0="u-axis",Ks="u-off",O0="u-select",B0="u-cursor-x",k0="u-cursor-y",z0="u-cursor-pt",H0="u-legend",V0="u-live",G0="u-inline",W0="u-series",X0="u-marker",pf="u-label",$0="u-value",Bo="width",ko="height";var mf="bottom",Ir="left",Ah="right",Wh="#000",gf=Wh+"0",Rh="mousemove",_f="mousedown",Ch="mouseup",xf="mouseenter",vf="mouseleave",yf="dblclick",q0="resize",Y0="scroll",bf="change",ja="dppxchange",Xh="--",Br=typeof window<"u",Nh=Br?document:null,Dr=Br?window:null,Z0=Br?navigator:null,St,Ya;function Uh(){let i=devicePixelRatio;St!=i&&(St=i,Ya&&Oh(bf,Ya,Uh),Ya=matchMedia(`(min-resolution: ${St-.001}dppx) and (max-resolution: ${St+.001}dppx)`),js(bf,Ya,Uh),Dr.dispatchEvent(new CustomEvent(ja)))}function ti(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function Fh(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function Gt(i,e,t){i.style[e]=t+"px"}function Mi(i,e,t,n){let s=Nh.createElement(i);return e!=null&&ti(s,e),t?.insertBefore(s,n),s}function di(i,e){return Mi("div",i,e)}var Mf=new WeakMap;function Gi(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=Mf.get(i);r!=o&&(i.style.transform=r,Mf.set(i,r),e<0||t<0||e>n||t>s?ti(i,Ks):Fh(i,Ks))}var Sf=new WeakMap;function wf(i,e,t){let n=e+t,s=Sf.get(i);n!=s&&(Sf.set(i,n),i.style.background=e,i.style.borderColor=t)}var Ef=new WeakMap;function Tf(i,e,t,n){let s=e+""+t,r=Ef.get(i);s!=r&&(Ef.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var $h={passive:!0},J0={...$h,capture:!0};function js(i,e,t,n){e.addEventListener(i,t,n?J0:$h)}function Oh(i,e,t,n){e.removeEventListener(i,t,$h)}Br&&Uh();function Si(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:ni((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function ep(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var tp=i=>i!=null,np=i=>i!=null&&i>0,tl=ep(tp),K0=ep(np);function j0(i,e,t,n=0,s=!1){let r=s?K0:tl,o=s?np:tp;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Ft,l??-Ft]}function nl(i,e,t,n){let s=Cf(i),r=Cf(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?ss:ip,a=s==1?ni:fi,l=r==1?fi:ni,c=a(o(gn(i))),h=l(o(gn(e))),d=Nr(t,c),u=Nr(t,h);return t==10&&(c<0&&(d=Ot(d,-c)),h<0&&(u=Ot(u,-h))),n||t==2?(i=d*s,e=u*r):(i=ap(i,d),e=il(e,u)),[i,e]}function qh(i,e,t,n){let s=nl(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var Yh=.1,Af={mode:3,pad:Yh},Ho={pad:0,soft:null,mode:0},Q0={min:Ho,max:Ho};function Qa(i,e,t,n){return sl(t)?Rf(i,e,t):(Ho.pad=t,Ho.soft=n?0:null,Ho.mode=n?3:0,Rf(i,e,Q0))}function bt(i,e){return i??e}function e_(i,e,t){for(e=bt(e,0),t=bt(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function Rf(i,e,t){let n=t.min,s=t.max,r=bt(n.pad,0),o=bt(s.pad,0),a=bt(n.hard,-Ft),l=bt(s.hard,Ft),c=bt(n.soft,Ft),h=bt(s.soft,-Ft),d=bt(n.mode,0),u=bt(s.mode,0),p=e-i,g=ss(p),v=Hn(gn(i),gn(e)),f=ss(v),m=gn(f-g);(p<1e-24||m>10)&&(p=0,(i==0||e==0)&&(p=1e-24,d==2&&c!=Ft&&(r=0),u==2&&h!=-Ft&&(o=0)));let y=p||v||1e3,R=ss(y),M=Nr(10,ni(R)),C=y*(p==0?i==0?.1:1:r),T=Ot(ap(i-C,M/10),24),x=i>=c&&(d==1||d==3&&T<=c||d==2&&T>=c)?c:Ft,E=Hn(a,T<x&&i>=x?x:wi(x,T)),B=y*(p==0?e==0?.1:1:o),L=Ot(il(e+B,M/10),24),D=e<=h&&(u==1||u==3&&L>=h||u==2&&L<=h)?h:-Ft,z=wi(l,L>D&&e<=D?D:Hn(D,L));return E==z&&E==0&&(z=100),[E,z]}var t_=new Intl.NumberFormat(Br?Z0.language:"en-US"),Zh=i=>t_.format(i),ii=Math,Ka=ii.PI,gn=ii.abs,ni=ii.floor,mn=ii.round,fi=ii.ceil,wi=ii.min,Hn=ii.max,Nr=ii.pow,Cf=ii.sign,ss=ii.log10,ip=ii.log2,n_=(i,e=1)=>ii.sinh(i)*e,Ph=(i,e=1)=>ii.asinh(i/e),Ft=1/0;function Pf(i){return(ss((i^i>>31)-(i>>31))|0)+1}function Bh(i,e,t){return wi(Hn(i,e),t)}function sp(i){return typeof i=="function"}function gt(i){return sp(i)?i:()=>i}var i_=()=>{},rp=i=>i,op=(i,e)=>e,s_=i=>null,If=i=>!0,Lf=(i,e)=>i==e,r_=/\.\d*?(?=9{6,}|0{6,})/gm,Qs=i=>{if(cp(i)||Ts.has(i))return i;let e=`${i}`,t=e.match(r_);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${Qs(s)}e${r}`}return Ot(i,n)};function Zs(i,e){return Qs(Ot(Qs(i/e))*e)}function il(i,e){return Qs(fi(Qs(i/e))*e)}function ap(i,e){return Qs(ni(Qs(i/e))*e)}function Ot(i,e=0){if(cp(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return mn(n)/t}var Ts=new Map;function lp(i){return((""+i).split(".")[1]||"").length}function Go(i,e,t,n){let s=[],r=n.map(lp);for(let o=e;o<t;o++){let a=gn(o),l=Ot(Nr(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,d=(o>=0?0:a)+(o>=r[c]?0:r[c]),u=i==10?h:Ot(h,d);s.push(u),Ts.set(u,d)}}return s}var Vo={},Jh=[],Ur=[null,null],Es=Array.isArray,cp=Number.isInteger,o_=i=>i===void 0;function Df(i){return typeof i=="string"}function sl(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function a_(i){return i!=null&&typeof i=="object"}var l_=Object.getPrototypeOf(Uint8Array),hp="__proto__";function Fr(i,e=sl){let t;if(Es(i)){let n=i.find(s=>s!=null);if(Es(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=Fr(i[s],e)}else t=i.slice()}else if(i instanceof l_)t=i.slice();else if(e(i)){t={};for(let n in i)n!=hp&&(t[n]=Fr(i[n],e))}else t=i;return t}function hn(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=hp&&(sl(i[s])?hn(i[s],Fr(n[s])):i[s]=Fr(n[s]))}return i}var c_=0,h_=1,u_=2;function d_(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function f_(i,e){if(g_(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return __(o[0])||(o=m_(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],d=Array(s).fill(void 0),u=e?e[o][c]:h_,p=[];for(let g=0;g<h.length;g++){let v=h[g],f=r.get(l[g]);v===null?u!=c_&&(d[f]=v,u==u_&&p.push(f)):d[f]=v}d_(d,p,s),n.push(d)}}return n}var p_=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function m_(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function g_(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function __(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Hn(1,ni((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var up=["January","February","March","April","May","June","July","August","September","October","November","December"],dp=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function fp(i){return i.slice(0,3)}var x_=dp.map(fp),v_=up.map(fp),y_={MMMM:up,MMM:v_,WWWW:dp,WWW:x_};function Oo(i){return(i<10?"0":"")+i}function b_(i){return(i<10?"00":i<100?"0":"")+i}var M_={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>Oo(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Oo(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>Oo(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Oo(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Oo(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>b_(i.getMilliseconds())};function Kh(i,e){e=e||y_;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?M_[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var S_=new Intl.DateTimeFormat().resolvedOptions().timeZone;function w_(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==S_?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var pp=i=>i%1==0,el=[1,2,2.5,5],E_=Go(10,-32,0,el),mp=Go(10,0,32,el),T_=mp.filter(pp),Js=E_.concat(mp),jh=`
`,gp="{YYYY}",Nf=jh+gp,_p="{M}/{D}",zo=jh+_p,Za=zo+"/{YY}",xp="{aa}",A_="{h}:{mm}",Lr=A_+xp,Uf=jh+Lr,Ff=":{ss}",Et=null;function vp(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?Go(10,0,3,el).filter(pp):Go(10,-3,0,el)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,gp,Et,Et,Et,Et,Et,Et,1],[s*28,"{MMM}",Nf,Et,Et,Et,Et,Et,1],[s,_p,Nf,Et,Et,Et,Et,Et,1],[n,"{h}"+xp,Za,Et,zo,Et,Et,Et,1],[t,Lr,Za,Et,zo,Et,Et,Et,1],[e,Ff,Za+" "+Lr,Et,zo+" "+Lr,Et,Uf,Et,1],[i,Ff+".{fff}",Za+" "+Lr,Et,zo+" "+Lr,Et,Uf,Et,1]];function h(d){return(u,p,g,v,f,m)=>{let y=[],R=f>=o,M=f>=r&&f<o,C=d(g),T=Ot(C*i,3),x=Ih(C.getFullYear(),R?0:C.getMonth(),M||R?1:C.getDate()),E=Ot(x*i,3);if(M||R){let B=M?f/r:0,L=R?f/o:0,D=T==E?T:Ot(Ih(x.getFullYear()+L,x.getMonth()+B,1)*i,3),z=new Date(mn(D/i)),H=z.getFullYear(),U=z.getMonth();for(let W=0;D<=v;W++){let Y=Ih(H+L*W,U+B*W,1),G=Y-d(Ot(Y*i,3));D=Ot((+Y+G)*i,3),D<=v&&y.push(D)}}else{let B=f>=s?s:f,L=ni(g)-ni(T),D=E+L+il(T-E,B);y.push(D);let z=d(D),H=z.getHours()+z.getMinutes()/t+z.getSeconds()/n,U=f/n,W=u.axes[p]._space,Y=m/W;for(;D=Ot(D+f,i==1?0:3),!(D>v);)if(U>1){let G=ni(Ot(H+U,6))%24,Q=d(D).getHours()-G;Q>1&&(Q=-1),D-=Q*n,H=(H+U)%24;let se=y[y.length-1];Ot((D-se)/f,3)*Y>=.7&&y.push(D)}else y.push(D)}return y}}return[l,c,h]}var[R_,C_,P_]=vp(1),[I_,L_,D_]=vp(.001);Go(2,-53,53,[1]);function Of(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function Bf(i,e){return(t,n,s,r,o)=>{let a=e.find(g=>o>=g[0])||e[e.length-1],l,c,h,d,u,p;return n.map(g=>{let v=i(g),f=v.getFullYear(),m=v.getMonth(),y=v.getDate(),R=v.getHours(),M=v.getMinutes(),C=v.getSeconds(),T=f!=l&&a[2]||m!=c&&a[3]||y!=h&&a[4]||R!=d&&a[5]||M!=u&&a[6]||C!=p&&a[7]||a[1];return l=f,c=m,h=y,d=R,u=M,p=C,T(v)})}}function N_(i,e){let t=Kh(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function Ih(i,e,t){return new Date(i,e,t)}function kf(i,e){return e(i)}var U_="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function zf(i,e){return(t,n,s,r)=>r==null?Xh:e(i(n))}function F_(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function O_(i,e){return i.series[e].fill(i,e)}var B_={show:!0,live:!0,isolate:!1,mount:i_,markers:{show:!0,width:2,stroke:F_,fill:O_,dash:"solid"},idx:null,idxs:null,values:[]};function k_(i,e){let t=i.cursor.points,n=di(),s=t.size(i,e);Gt(n,Bo,s),Gt(n,ko,s);let r=s/-2;Gt(n,"marginLeft",r),Gt(n,"marginTop",r);let o=t.width(i,e,s);return o&&Gt(n,"borderWidth",o),n}function z_(i,e){let t=i.series[e].points;return t._fill||t._stroke}function H_(i,e){let t=i.series[e].points;return t._stroke||t._fill}function V_(i,e){return i.series[e].points.size}var Lh=[0,0];function G_(i,e,t){return Lh[0]=e,Lh[1]=t,Lh}function Ja(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function Dh(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var W_={show:!0,x:!0,y:!0,lock:!1,move:G_,points:{one:!1,show:k_,size:V_,width:0,stroke:H_,fill:z_},bind:{mousedown:Ja,mouseup:Ja,click:Ja,dblclick:Ja,mousemove:Dh,mouseleave:Dh,mouseenter:Dh},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},yp={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Qh=hn({},yp,{filter:op}),bp=hn({},Qh,{size:10}),Mp=hn({},yp,{show:!1}),eu='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Sp="bold "+eu,wp=1.5,Hf={show:!0,scale:"x",stroke:Wh,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Sp,side:2,grid:Qh,ticks:bp,border:Mp,font:eu,lineGap:wp,rotate:0},X_="Value",$_="Time",Vf={show:!0,scale:"x",auto:!1,sorted:1,min:Ft,max:-Ft,idxs:[]};function q_(i,e,t,n,s){return e.map(r=>r==null?"":Zh(r))}function Y_(i,e,t,n,s,r,o){let a=[],l=Ts.get(s)||0;t=o?t:Ot(il(t,s),l);for(let c=t;c<=n;c=Ot(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function kh(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?ss:ip,h=ni(c(t));s=Nr(l,h),l==10&&(s=Js[Si(s,Js)]);let d=t,u=s*l;l==10&&(u=Js[Si(u,Js)]);do a.push(d),d=d+s,l==10&&!Ts.has(d)&&(d=Ot(d,Ts.get(s))),d>=u&&(s=d,u=s*l,l==10&&(u=Js[Si(u,Js)]));while(d<=n);return a}function Z_(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?kh(i,e,Hn(l,t),n,s):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?kh(i,e,Hn(l,-n),-t,s):[l]).reverse().map(u=>-u).concat(h,c)}var Ep=/./,J_=/[12357]/,K_=/[125]/,Gf=/1/,zh=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function j_(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),d=l(9,o)-h>=c?Ep:l(7,o)-h>=c?J_:l(5,o)-h>=c?K_:Gf;if(d==Gf){let u=gn(l(1,o)-h);if(u<c)return zh(e.slice().reverse(),a.distr,d,fi(c/u)).reverse()}return zh(e,a.distr,d,1)}function Q_(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=gn(l(1,o)-l(2,o));return c<a?zh(e.slice().reverse(),3,Ep,fi(a/c)).reverse():e}function ex(i,e,t,n){return n==null?Xh:e==null?"":Zh(e)}var Wf={show:!0,scale:"y",stroke:Wh,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Sp,side:3,grid:Qh,ticks:bp,border:Mp,font:eu,lineGap:wp,rotate:0};function tx(i,e){let t=3+(i||1)*2;return Ot(t*e,3)}function nx(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=gn(o-r),l=i.series[e],c=a/(l.points.space*St);return n[1]-n[0]<=c}var Xf={scale:null,auto:!0,sorted:0,min:Ft,max:-Ft},Tp=(i,e,t,n,s)=>s,$f={show:!0,auto:!0,sorted:0,gaps:Tp,alpha:1,facets:[hn({},Xf,{scale:"x"}),hn({},Xf,{scale:"y"})]},qf={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Tp,alpha:1,points:{show:nx,filter:null},values:null,min:Ft,max:-Ft,idxs:[],path:null,clip:null};function ix(i,e,t,n,s){return t/10}var Ap={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},sx=hn({},Ap,{time:!1,ori:1}),Yf={};function Rp(i,e){let t=Yf[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(Yf[i]=t)),t}var Or=1,Hh=2;function er(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],d=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,p=a.top,g=a.width,v=a.height,f=i.valToPosH,m=i.valToPosV;return h.ori==0?t(s,l,c,h,d,f,m,u,p,g,v,ol,kr,ll,Pp,Lp):t(s,l,c,h,d,m,f,p,u,v,g,al,zr,iu,Ip,Dp)}function tu(i,e){let t=0,n=0,s=bt(i.bands,Jh);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function rx(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function rs(i,e,t,n,s,r){return er(i,e,(o,a,l,c,h,d,u,p,g,v,f)=>{let m=o.pxRound,y=c.dir*(c.ori==0?1:-1),R=c.ori==0?kr:zr,M,C;y==1?(M=t,C=n):(M=n,C=t);let T=m(d(a[M],c,v,p)),x=m(u(l[M],h,f,g)),E=m(d(a[C],c,v,p)),B=m(u(r==1?h.max:h.min,h,f,g)),L=new Path2D(s);return R(L,E,B),R(L,T,B),R(L,T,x),L})}function rl(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?ll:iu,l=t;for(let d=0;d<i.length;d++){let u=i[d];if(u[1]>u[0]){let p=u[0]-l;p>0&&a(o,l,n,p,n+r),l=u[1]}}let c=t+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function ox(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function nu(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let d=c,u=c;if(s==1)for(;++c<=n&&e[c]===null;)u=c;else for(;--c>=t&&e[c]===null;)u=c;let p=r(i[d]),g=u==d?p:r(i[u]),v=d-s;p=o<=0&&v>=0&&v<l?r(i[v]):p;let m=u+s;g=o>=0&&m>=0&&m<l?r(i[m]):g,g>=p&&a.push([p,g])}return a}function Zf(i){return i==0?rp:i==1?mn:e=>Zs(e,i)}function Cp(i){let e=i==0?ol:al,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=wi(c,a/2,l/2),h=wi(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var ol=(i,e,t)=>{i.moveTo(e,t)},al=(i,e,t)=>{i.moveTo(t,e)},kr=(i,e,t)=>{i.lineTo(e,t)},zr=(i,e,t)=>{i.lineTo(t,e)},ll=Cp(0),iu=Cp(1),Pp=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},Ip=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},Lp=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},Dp=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function Np(i){return(e,t,n,s,r)=>er(e,t,(o,a,l,c,h,d,u,p,g,v,f)=>{let{pxRound:m,points:y}=o,R,M;c.ori==0?(R=ol,M=Pp):(R=al,M=Ip);let C=Ot(y.width*St,3),T=(y.size-y.width)/2*St,x=Ot(T*2,3),E=new Path2D,B=new Path2D,{left:L,top:D,width:z,height:H}=e.bbox;ll(B,L-x,D-x,z+x*2,H+x*2);let U=W=>{if(l[W]!=null){let Y=m(d(a[W],c,v,p)),G=m(u(l[W],h,f,g));R(E,Y+T,G),M(E,Y,G,T,0,Ka*2)}};if(r)r.forEach(U);else for(let W=n;W<=s;W++)U(W);return{stroke:C>0?E:null,fill:E,clip:B,flags:Or|Hh}})}function Up(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var ax=Up(kr),lx=Up(zr);function Fp(i){let e=bt(i?.alignGaps,0);return(t,n,s,r)=>er(t,n,(o,a,l,c,h,d,u,p,g,v,f)=>{[s,r]=tl(l,s,r);let m=o.pxRound,y=H=>m(d(H,c,v,p)),R=H=>m(u(H,h,f,g)),M,C;c.ori==0?(M=kr,C=ax):(M=zr,C=lx);let T=c.dir*(c.ori==0?1:-1),x={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Or},E=x.stroke,B=!1;if(r-s>=v*4){let H=ue=>t.posToVal(ue,c.key,!0),U=null,W=null,Y,G,ce,K=y(a[T==1?s:r]),Q=y(a[s]),se=y(a[r]),de=H(T==1?Q+1:se-1);for(let ue=T==1?s:r;ue>=s&&ue<=r;ue+=T){let ee=a[ue],xe=(T==1?ee<de:ee>de)?K:y(ee),Ae=l[ue];xe==K?Ae!=null?(G=Ae,U==null?(M(E,xe,R(G)),Y=U=W=G):G<U?U=G:G>W&&(W=G)):Ae===null&&(B=!0):(U!=null&&C(E,K,R(U),R(W),R(Y),R(G)),Ae!=null?(G=Ae,M(E,xe,R(G)),U=W=Y=G):(U=W=null,Ae===null&&(B=!0)),K=xe,de=H(K+T))}U!=null&&U!=W&&ce!=K&&C(E,K,R(U),R(W),R(Y),R(G))}else for(let H=T==1?s:r;H>=s&&H<=r;H+=T){let U=l[H];U===null?B=!0:U!=null&&M(E,y(a[H]),R(U))}let[D,z]=tu(t,n);if(o.fill!=null||D!=0){let H=x.fill=new Path2D(E),U=o.fillTo(t,n,o.min,o.max,D),W=R(U),Y=y(a[s]),G=y(a[r]);T==-1&&([G,Y]=[Y,G]),M(H,G,W),M(H,Y,W)}if(!o.spanGaps){let H=[];B&&H.push(...nu(a,l,s,r,T,y,e)),x.gaps=H=o.gaps(t,n,s,r,H),x.clip=rl(H,c.ori,p,g,v,f)}return z!=0&&(x.band=z==2?[rs(t,n,s,r,E,-1),rs(t,n,s,r,E,1)]:rs(t,n,s,r,E,z)),x})}function cx(i){let e=bt(i.align,1),t=bt(i.ascDesc,!1),n=bt(i.alignGaps,0),s=bt(i.extend,!1);return(r,o,a,l)=>er(r,o,(c,h,d,u,p,g,v,f,m,y,R)=>{[a,l]=tl(d,a,l);let M=c.pxRound,{left:C,width:T}=r.bbox,x=Q=>M(g(Q,u,y,f)),E=Q=>M(v(Q,p,R,m)),B=u.ori==0?kr:zr,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Or},D=L.stroke,z=u.dir*(u.ori==0?1:-1),H=E(d[z==1?a:l]),U=x(h[z==1?a:l]),W=U,Y=U;s&&e==-1&&(Y=C,B(D,Y,H)),B(D,U,H);for(let Q=z==1?a:l;Q>=a&&Q<=l;Q+=z){let se=d[Q];if(se==null)continue;let de=x(h[Q]),ue=E(se);e==1?B(D,de,H):B(D,W,ue),B(D,de,ue),H=ue,W=de}let G=W;s&&e==1&&(G=C+T,B(D,G,H));let[ce,K]=tu(r,o);if(c.fill!=null||ce!=0){let Q=L.fill=new Path2D(D),se=c.fillTo(r,o,c.min,c.max,ce),de=E(se);B(Q,G,de),B(Q,Y,de)}if(!c.spanGaps){let Q=[];Q.push(...nu(h,d,a,l,z,x,n));let se=c.width*St/2,de=t||e==1?se:-se,ue=t||e==-1?-se:se;Q.forEach(ee=>{ee[0]+=de,ee[1]+=ue}),L.gaps=Q=c.gaps(r,o,a,l,Q),L.clip=rl(Q,u.ori,f,m,y,R)}return K!=0&&(L.band=K==2?[rs(r,o,a,l,D,-1),rs(r,o,a,l,D,1)]:rs(r,o,a,l,D,K)),L})}function Jf(i,e,t,n,s,r,o=Ft){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let h=gn(i[l]-i[a]);h<c&&(c=h,o=gn(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function hx(i){i=i||Vo;let e=bt(i.size,[.6,Ft,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=gt(s),o=1-e[0],a=bt(e[1],Ft),l=bt(e[2],1),c=bt(i.disp,Vo),h=bt(i.each,p=>{}),{fill:d,stroke:u}=c;return(p,g,v,f)=>er(p,g,(m,y,R,M,C,T,x,E,B,L,D)=>{let z=m.pxRound,H=t,U=n*St,W=a*St,Y=l*St,G,ce;M.ori==0?[G,ce]=r(p,g):[ce,G]=r(p,g);let K=M.dir*(M.ori==0?1:-1),Q=M.ori==0?ll:iu,se=M.ori==0?h:(Ce,$e,st,Se,Ut,ze,Xe)=>{h(Ce,$e,st,Ut,Se,Xe,ze)},de=bt(p.bands,Jh).find(Ce=>Ce.series[0]==g),ue=de!=null?de.dir:0,ee=m.fillTo(p,g,m.min,m.max,ue),me=z(x(ee,C,D,B)),xe,Ae,Me,Ge=L,it=z(m.width*St),He=!1,ht=null,at=null,tt=null,Xt=null;d!=null&&(it==0||u!=null)&&(He=!0,ht=d.values(p,g,v,f),at=new Map,new Set(ht).forEach(Ce=>{Ce!=null&&at.set(Ce,new Path2D)}),it>0&&(tt=u.values(p,g,v,f),Xt=new Map,new Set(tt).forEach(Ce=>{Ce!=null&&Xt.set(Ce,new Path2D)})));let{x0:Bt,size:sn}=c;if(Bt!=null&&sn!=null){H=1,y=Bt.values(p,g,v,f),Bt.unit==2&&(y=y.map(st=>p.posToVal(E+st*L,M.key,!0)));let Ce=sn.values(p,g,v,f);sn.unit==2?Ae=Ce[0]*L:Ae=T(Ce[0],M,L,E)-T(0,M,L,E),Ge=Jf(y,R,T,M,L,E,Ge),Me=Ge-Ae+U}else Ge=Jf(y,R,T,M,L,E,Ge),Me=Ge*o+U,Ae=Ge-Me;Me<1&&(Me=0),it>=Ae/2&&(it=0),Me<5&&(z=rp);let Lt=Me>0,yn=Ge-Me-(Lt?it:0);Ae=z(Bh(yn,Y,W)),xe=(H==0?Ae/2:H==K?0:Ae)-H*K*((H==0?U/2:0)+(Lt?it/2:0));let vt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},fn=He?null:new Path2D,Jt=null;if(de!=null)Jt=p.data[de.series[1]];else{let{y0:Ce,y1:$e}=c;Ce!=null&&$e!=null&&(R=$e.values(p,g,v,f),Jt=Ce.values(p,g,v,f))}let rn=G*Ae,O=ce*Ae;for(let Ce=K==1?v:f;Ce>=v&&Ce<=f;Ce+=K){let $e=R[Ce];if($e==null)continue;if(Jt!=null){let X=Jt[Ce]??0;if($e-X==0)continue;me=x(X,C,D,B)}let st=M.distr!=2||c!=null?y[Ce]:Ce,Se=T(st,M,L,E),Ut=x(bt($e,ee),C,D,B),ze=z(Se-xe),Xe=z(Hn(Ut,me)),P=z(wi(Ut,me)),b=Xe-P;if($e!=null){let X=$e<0?O:rn,he=$e<0?rn:O;He?(it>0&&tt[Ce]!=null&&Q(Xt.get(tt[Ce]),ze,P+ni(it/2),Ae,Hn(0,b-it),X,he),ht[Ce]!=null&&Q(at.get(ht[Ce]),ze,P+ni(it/2),Ae,Hn(0,b-it),X,he)):Q(fn,ze,P+ni(it/2),Ae,Hn(0,b-it),X,he),se(p,g,Ce,ze-it/2,P,Ae+it,b)}}return it>0?vt.stroke=He?Xt:fn:He||(vt._fill=m.width==0?m._fill:m._stroke??m._fill,vt.width=0),vt.fill=He?at:fn,vt})}function ux(i,e){let t=bt(e?.alignGaps,0);return(n,s,r,o)=>er(n,s,(a,l,c,h,d,u,p,g,v,f,m)=>{[r,o]=tl(c,r,o);let y=a.pxRound,R=G=>y(u(G,h,f,g)),M=G=>y(p(G,d,m,v)),C,T,x;h.ori==0?(C=ol,x=kr,T=Lp):(C=al,x=zr,T=Dp);let E=h.dir*(h.ori==0?1:-1),B=R(l[E==1?r:o]),L=B,D=[],z=[];for(let G=E==1?r:o;G>=r&&G<=o;G+=E)if(c[G]!=null){let K=l[G],Q=R(K);D.push(L=Q),z.push(M(c[G]))}let H={stroke:i(D,z,C,x,T,y),fill:null,clip:null,band:null,gaps:null,flags:Or},U=H.stroke,[W,Y]=tu(n,s);if(a.fill!=null||W!=0){let G=H.fill=new Path2D(U),ce=a.fillTo(n,s,a.min,a.max,W),K=M(ce);x(G,L,K),x(G,B,K)}if(!a.spanGaps){let G=[];G.push(...nu(l,c,r,o,E,R,t)),H.gaps=G=a.gaps(n,s,r,o,G),H.clip=rl(G,h.ori,g,v,f,m)}return Y!=0&&(H.band=Y==2?[rs(n,s,r,o,U,-1),rs(n,s,r,o,U,1)]:rs(n,s,r,o,U,Y)),H})}function dx(i){return ux(fx,i)}function fx(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),d=Array(o-1);for(let u=0;u<o-1;u++)h[u]=e[u+1]-e[u],d[u]=i[u+1]-i[u],c[u]=h[u]/d[u];l[0]=c[0];for(let u=1;u<o-1;u++)c[u]===0||c[u-1]===0||c[u-1]>0!=c[u]>0?l[u]=0:(l[u]=3*(d[u-1]+d[u])/((2*d[u]+d[u-1])/c[u-1]+(d[u]+2*d[u-1])/c[u]),isFinite(l[u])||(l[u]=0));l[o-1]=c[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+d[u]/3,e[u]+l[u]*d[u]/3,i[u+1]-d[u]/3,e[u+1]-l[u+1]*d[u]/3,i[u+1],e[u+1])}return a}var Vh=new Set;function Kf(){for(let i of Vh)i.syncRect(!0)}Br&&(js(q0,Dr,Kf),js(Y0,Dr,Kf,!0),js(ja,Dr,()=>{Rn.pxRatio=St}));var px=Fp(),mx=Np();function jf(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Gh(r,o,e,t))}function gx(i,e){return i.map((t,n)=>n==0?{}:hn({},e,t))}function Gh(i,e,t,n){return hn({},e==0?t:n,i)}function Op(i,e,t){return e==null?Ur:[e,t]}var _x=Op;function xx(i,e,t){return e==null?Ur:Qa(e,t,Yh,!0)}function Bp(i,e,t,n){return e==null?Ur:nl(e,t,i.scales[n].log,!1)}var vx=Bp;function kp(i,e,t,n){return e==null?Ur:qh(e,t,i.scales[n].log,!1)}var yx=kp;function bx(i,e,t,n,s){let r=Hn(Pf(i),Pf(e)),o=e-i,a=Si(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?Ts.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function Qf(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=mn((t=+s)*St))+"px"),[i,e,t]}function Mx(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=Ot(e[2]*St,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function Rn(i,e,t){let n={mode:bt(i.mode,1)},s=n.mode;function r(_,S,I,N){let V=S.valToPct(_);return N+I*(S.dir==-1?1-V:V)}function o(_,S,I,N){let V=S.valToPct(_);return N+I*(S.dir==-1?V:1-V)}function a(_,S,I,N){return S.ori==0?r(_,S,I,N):o(_,S,I,N)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=di(C0);if(i.id!=null&&(c.id=i.id),ti(c,i.class),i.title){let _=di(L0,c);_.textContent=i.title}let h=Mi("canvas"),d=n.ctx=h.getContext("2d"),u=di(D0,c);js("click",u,_=>{_.target===g&&(zt!=Tr||$t!=Ar)&&An.click(n,_)},!0);let p=n.under=di(N0,u);u.appendChild(h);let g=n.over=di(U0,u);i=Fr(i);let v=+bt(i.pxAlign,1),f=Zf(v);(i.plugins||[]).forEach(_=>{_.opts&&(i=_.opts(n,i)||i)});let m=i.ms||.001,y=n.series=s==1?jf(i.series||[],Vf,qf,!1):gx(i.series||[null],$f),R=n.axes=jf(i.axes||[],Hf,Wf,!0),M=n.scales={},C=n.bands=i.bands||[];C.forEach(_=>{_.fill=gt(_.fill||null),_.dir=bt(_.dir,-1)});let T=s==2?y[1].facets[0].scale:y[0].scale,x={axes:ns,series:dt},E=(i.drawOrder||["axes","series"]).map(_=>x[_]);function B(_){let S=_.distr==3?I=>ss(I>0?I:_.clamp(n,I,_.min,_.max,_.key)):_.distr==4?I=>Ph(I,_.asinh):_.distr==100?I=>_.fwd(I):I=>I;return I=>{let N=S(I),{_min:V,_max:J}=_,ae=J-V;return(N-V)/ae}}function L(_){let S=M[_];if(S==null){let I=(i.scales||Vo)[_]||Vo;if(I.from!=null){L(I.from);let N=hn({},M[I.from],I,{key:_});N.valToPct=B(N),M[_]=N}else{S=M[_]=hn({},_==T?Ap:sx,I),S.key=_;let N=S.time,V=S.range,J=Es(V);if((_!=T||s==2&&!N)&&(J&&(V[0]==null||V[1]==null)&&(V={min:V[0]==null?Af:{mode:1,hard:V[0],soft:V[0]},max:V[1]==null?Af:{mode:1,hard:V[1],soft:V[1]}},J=!1),!J&&sl(V))){let ae=V;V=(fe,ye,De)=>ye==null?Ur:Qa(ye,De,ae)}S.range=gt(V||(N?_x:_==T?S.distr==3?vx:S.distr==4?yx:Op:S.distr==3?Bp:S.distr==4?kp:xx)),S.auto=gt(J?!1:S.auto),S.clamp=gt(S.clamp||ix),S._min=S._max=null,S.valToPct=B(S)}}}L("x"),L("y"),s==1&&y.forEach(_=>{L(_.scale)}),R.forEach(_=>{L(_.scale)});for(let _ in i.scales)L(_);let D=M[T],z=D.distr,H,U;D.ori==0?(ti(c,P0),H=r,U=o):(ti(c,I0),H=o,U=r);let W={};for(let _ in M){let S=M[_];(S.min!=null||S.max!=null)&&(W[_]={min:S.min,max:S.max},S.min=S.max=null)}let Y=i.tzDate||(_=>new Date(mn(_/m))),G=i.fmtDate||Kh,ce=m==1?P_(Y):D_(Y),K=Bf(Y,Of(m==1?C_:L_,G)),Q=zf(Y,kf(U_,G)),se=[],de=n.legend=hn({},B_,i.legend),ue=n.cursor=hn({},W_,{drag:{y:s==2}},i.cursor),ee=de.show,me=ue.show,xe=de.markers;de.idxs=se,xe.width=gt(xe.width),xe.dash=gt(xe.dash),xe.stroke=gt(xe.stroke),xe.fill=gt(xe.fill);let Ae,Me,Ge,it=[],He=[],ht,at=!1,tt={};if(de.live){let _=y[1]?y[1].values:null;at=_!=null,ht=at?_(n,1,0):{_:0};for(let S in ht)tt[S]=Xh}if(ee)if(Ae=Mi("table",H0,c),Ge=Mi("tbody",null,Ae),de.mount(n,Ae),at){Me=Mi("thead",null,Ae,Ge);let _=Mi("tr",null,Me);Mi("th",null,_);for(var Xt in ht)Mi("th",pf,_).textContent=Xt}else ti(Ae,G0),de.live&&ti(Ae,V0);let Bt={show:!0},sn={show:!1};function Lt(_,S){if(S==0&&(at||!de.live||s==2))return Ur;let I=[],N=Mi("tr",W0,Ge,Ge.childNodes[S]);ti(N,_.class),_.show||ti(N,Ks);let V=Mi("th",null,N);if(xe.show){let fe=di(X0,V);if(S>0){let ye=xe.width(n,S);ye&&(fe.style.border=ye+"px "+xe.dash(n,S)+" "+xe.stroke(n,S)),fe.style.background=xe.fill(n,S)}}let J=di(pf,V);_.label instanceof HTMLElement?J.appendChild(_.label):J.textContent=_.label,S>0&&(xe.show||(J.style.color=_.width>0?xe.stroke(n,S):xe.fill(n,S)),vt("click",V,fe=>{if(ue._lock)return;Ze(fe);let ye=y.indexOf(_);if((fe.ctrlKey||fe.metaKey)!=de.isolate){let De=y.some((Ne,Fe)=>Fe>0&&Fe!=ye&&Ne.show);y.forEach((Ne,Fe)=>{Fe>0&&ki(Fe,De?Fe==ye?Bt:sn:Bt,!0,cn.setSeries)})}else ki(ye,{show:!_.show},!0,cn.setSeries)},!1),Je&&vt(xf,V,fe=>{ue._lock||(Ze(fe),ki(y.indexOf(_),Cr,!0,cn.setSeries))},!1));for(var ae in ht){let fe=Mi("td",$0,N);fe.textContent="--",I.push(fe)}return[N,I]}let yn=new Map;function vt(_,S,I,N=!0){let V=yn.get(S)||{},J=ue.bind[_](n,S,I,N);J&&(js(_,S,V[_]=J),yn.set(S,V))}function fn(_,S,I){let N=yn.get(S)||{};for(let V in N)(_==null||V==_)&&(Oh(V,S,N[V]),delete N[V]);_==null&&yn.delete(S)}let Jt=0,rn=0,O=0,Ce=0,$e=0,st=0,Se=$e,Ut=st,ze=O,Xe=Ce,P=0,b=0,X=0,he=0;n.bbox={};let oe=!1,_e=!1,ve=!1,te=!1,ie=!1,pe=!1;function F(_,S,I){(I||_!=n.width||S!=n.height)&&re(_,S),lt(!1),ve=!0,_e=!0,Pn()}function re(_,S){n.width=Jt=O=_,n.height=rn=Ce=S,$e=st=0,be(),Ve();let I=n.bbox;P=I.left=Zs($e*St,.5),b=I.top=Zs(st*St,.5),X=I.width=Zs(O*St,.5),he=I.height=Zs(Ce*St,.5)}let ne=3;function we(){let _=!1,S=0;for(;!_;){S++;let I=Sr(S),N=Bi(S);_=S==ne||I&&N,_||(re(n.width,n.height),_e=!0)}}function ge({width:_,height:S}){F(_,S)}n.setSize=ge;function be(){let _=!1,S=!1,I=!1,N=!1;R.forEach((V,J)=>{if(V.show&&V._show){let{side:ae,_size:fe}=V,ye=ae%2,De=V.label!=null?V.labelSize:0,Ne=fe+De;Ne>0&&(ye?(O-=Ne,ae==3?($e+=Ne,N=!0):I=!0):(Ce-=Ne,ae==0?(st+=Ne,_=!0):S=!0))}}),Fi[0]=_,Fi[1]=I,Fi[2]=S,Fi[3]=N,O-=vi[1]+vi[3],$e+=vi[3],Ce-=vi[2]+vi[0],st+=vi[0]}function Ve(){let _=$e+O,S=st+Ce,I=$e,N=st;function V(J,ae){switch(J){case 1:return _+=ae,_-ae;case 2:return S+=ae,S-ae;case 3:return I-=ae,I+ae;case 0:return N-=ae,N+ae}}R.forEach((J,ae)=>{if(J.show&&J._show){let fe=J.side;J._pos=V(fe,J._size),J.label!=null&&(J._lpos=V(fe,J.labelSize))}})}if(ue.dataIdx==null){let _=ue.hover,S=_.skip=new Set(_.skip??[]);S.add(void 0);let I=_.prox=gt(_.prox),N=_.bias??=0;ue.dataIdx=(V,J,ae,fe)=>{if(J==0)return ae;let ye=ae,De=I(V,J,ae,fe)??Ft,Ne=De>=0&&De<Ft,Fe=D.ori==0?O:Ce,nt=ue.left,Mt=e[0],yt=e[J];if(S.has(yt[ae])){ye=null;let pt=null,Ye=null,We;if(N==0||N==-1)for(We=ae;pt==null&&We-- >0;)S.has(yt[We])||(pt=We);if(N==0||N==1)for(We=ae;Ye==null&&We++<yt.length;)S.has(yt[We])||(Ye=We);if(pt!=null||Ye!=null)if(Ne){let Vt=pt==null?-1/0:H(Mt[pt],D,Fe,0),Qt=Ye==null?1/0:H(Mt[Ye],D,Fe,0),wn=nt-Vt,Dt=Qt-nt;wn<=Dt?wn<=De&&(ye=pt):Dt<=De&&(ye=Ye)}else ye=Ye==null?pt:pt==null?Ye:ae-pt<=Ye-ae?pt:Ye}else Ne&&gn(nt-H(Mt[ae],D,Fe,0))>De&&(ye=null);return ye}}let Ze=_=>{ue.event=_};ue.idxs=se,ue._lock=!1;let le=ue.points;le.show=gt(le.show),le.size=gt(le.size),le.stroke=gt(le.stroke),le.width=gt(le.width),le.fill=gt(le.fill);let Oe=n.focus=hn({},i.focus||{alpha:.3},ue.focus),Je=Oe.prox>=0,Re=Je&&le.one,rt=[],kt=[],Fn=[];function Co(_,S){let I=le.show(n,S);if(I instanceof HTMLElement)return ti(I,z0),ti(I,_.class),Gi(I,-10,-10,O,Ce),g.insertBefore(I,rt[S]),I}function yr(_,S){if(s==1||S>0){let I=s==1&&M[_.scale].time,N=_.value;_.value=I?Df(N)?zf(Y,kf(N,G)):N||Q:N||ex,_.label=_.label||(I?$_:X_)}if(Re||S>0){_.width=_.width==null?1:_.width,_.paths=_.paths||px||s_,_.fillTo=gt(_.fillTo||rx),_.pxAlign=+bt(_.pxAlign,v),_.pxRound=Zf(_.pxAlign),_.stroke=gt(_.stroke||null),_.fill=gt(_.fill||null),_._stroke=_._fill=_._paths=_._focus=null;let I=tx(Hn(1,_.width),1),N=_.points=hn({},{size:I,width:Hn(1,I*.2),stroke:_.stroke,space:I*2,paths:mx,_stroke:null,_fill:null},_.points);N.show=gt(N.show),N.filter=gt(N.filter),N.fill=gt(N.fill),N.stroke=gt(N.stroke),N.paths=gt(N.paths),N.pxAlign=_.pxAlign}if(ee){let I=Lt(_,S);it.splice(S,0,I[0]),He.splice(S,0,I[1]),de.values.push(null)}if(me){se.splice(S,0,null);let I=null;Re?S==0&&(I=Co(_,S)):S>0&&(I=Co(_,S)),rt.splice(S,0,I),kt.splice(S,0,0),Fn.splice(S,0,0)}Sn("addSeries",S)}function _h(_,S){S=S??y.length,_=s==1?Gh(_,S,Vf,qf):Gh(_,S,{},$f),y.splice(S,0,_),yr(y[S],S)}n.addSeries=_h;function Wa(_){if(y.splice(_,1),ee){de.values.splice(_,1),He.splice(_,1);let S=it.splice(_,1)[0];fn(null,S.firstChild),S.remove()}me&&(se.splice(_,1),rt.splice(_,1)[0].remove(),kt.splice(_,1),Fn.splice(_,1)),Sn("delSeries",_)}n.delSeries=Wa;let Fi=[!1,!1,!1,!1];function Qi(_,S){if(_._show=_.show,_.show){let I=_.side%2,N=M[_.scale];N==null&&(_.scale=I?y[1].scale:T,N=M[_.scale]);let V=N.time;_.size=gt(_.size),_.space=gt(_.space),_.rotate=gt(_.rotate),Es(_.incrs)&&_.incrs.forEach(ae=>{!Ts.has(ae)&&Ts.set(ae,lp(ae))}),_.incrs=gt(_.incrs||(N.distr==2?T_:V?m==1?R_:I_:Js)),_.splits=gt(_.splits||(V&&N.distr==1?ce:N.distr==3?kh:N.distr==4?Z_:Y_)),_.stroke=gt(_.stroke),_.grid.stroke=gt(_.grid.stroke),_.ticks.stroke=gt(_.ticks.stroke),_.border.stroke=gt(_.border.stroke);let J=_.values;_.values=Es(J)&&!Es(J[0])?gt(J):V?Es(J)?Bf(Y,Of(J,G)):Df(J)?N_(Y,J):J||K:J||q_,_.filter=gt(_.filter||(N.distr>=3&&N.log==10?j_:N.distr==3&&N.log==2?Q_:op)),_.font=Qf(_.font),_.labelFont=Qf(_.labelFont),_._size=_.size(n,null,S,0),_._space=_._rotate=_._incrs=_._found=_._splits=_._values=null,_._size>0&&(Fi[S]=!0,_._el=di(F0,u))}}function es(_,S,I,N){let[V,J,ae,fe]=I,ye=S%2,De=0;return ye==0&&(fe||J)&&(De=S==0&&!V||S==2&&!ae?mn(Hf.size/3):0),ye==1&&(V||ae)&&(De=S==1&&!J||S==3&&!fe?mn(Wf.size/2):0),De}let Po=n.padding=(i.padding||[es,es,es,es]).map(_=>gt(bt(_,es))),vi=n._padding=Po.map((_,S)=>_(n,S,Fi,0)),Kt,tn=null,nn=null,Oi=s==1?y[0].idxs:null,Kn=null,vs=!1;function Io(_,S){if(e=_??[],n.data=n._data=e,s==2){Kt=0;for(let I=1;I<y.length;I++)Kt+=e[I][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),Kn=e[0],Kt=Kn.length;let I=e;if(z==2){I=e.slice();let N=I[0]=Array(Kt);for(let V=0;V<Kt;V++)N[V]=V}n._data=e=I}if(lt(!0),Sn("setData"),z==2&&(ve=!0),S!==!1){let I=D;I.auto(n,vs)?Lo():Ms(T,I.min,I.max),te=te||ue.left>=0,pe=!0,Pn()}}n.setData=Io;function Lo(){vs=!0;let _,S;s==1&&(Kt>0?(tn=Oi[0]=0,nn=Oi[1]=Kt-1,_=e[0][tn],S=e[0][nn],z==2?(_=tn,S=nn):_==S&&(z==3?[_,S]=nl(_,_,D.log,!1):z==4?[_,S]=qh(_,_,D.log,!1):D.time?S=_+mn(86400/m):[_,S]=Qa(_,S,Yh,!0))):(tn=Oi[0]=_=null,nn=Oi[1]=S=null)),Ms(T,_,S)}let br,ys,Mr,w,k,j,$,Z,Ee,Pe;function Te(_,S,I,N,V,J){_??=gf,I??=Jh,N??="butt",V??=gf,J??="round",_!=br&&(d.strokeStyle=br=_),V!=ys&&(d.fillStyle=ys=V),S!=Mr&&(d.lineWidth=Mr=S),J!=k&&(d.lineJoin=k=J),N!=j&&(d.lineCap=j=N),I!=w&&d.setLineDash(w=I)}function Ie(_,S,I,N){S!=ys&&(d.fillStyle=ys=S),_!=$&&(d.font=$=_),I!=Z&&(d.textAlign=Z=I),N!=Ee&&(d.textBaseline=Ee=N)}function ke(_,S,I,N,V=0){if(N.length>0&&_.auto(n,vs)&&(S==null||S.min==null)){let J=bt(tn,0),ae=bt(nn,N.length-1),fe=I.min==null?j0(N,J,ae,V,_.distr==3):[I.min,I.max];_.min=wi(_.min,I.min=fe[0]),_.max=Hn(_.max,I.max=fe[1])}}let je={min:null,max:null};function ut(){for(let N in M){let V=M[N];W[N]==null&&(V.min==null||W[T]!=null&&V.auto(n,vs))&&(W[N]=je)}for(let N in M){let V=M[N];W[N]==null&&V.from!=null&&W[V.from]!=null&&(W[N]=je)}W[T]!=null&&lt(!0);let _={};for(let N in W){let V=W[N];if(V!=null){let J=_[N]=Fr(M[N],a_);if(V.min!=null)hn(J,V);else if(N!=T||s==2)if(Kt==0&&J.from==null){let ae=J.range(n,null,null,N);J.min=ae[0],J.max=ae[1]}else J.min=Ft,J.max=-Ft}}if(Kt>0){y.forEach((N,V)=>{if(s==1){let J=N.scale,ae=W[J];if(ae==null)return;let fe=_[J];if(V==0){let ye=fe.range(n,fe.min,fe.max,J);fe.min=ye[0],fe.max=ye[1],tn=Si(fe.min,e[0]),nn=Si(fe.max,e[0]),nn-tn>1&&(e[0][tn]<fe.min&&tn++,e[0][nn]>fe.max&&nn--),N.min=Kn[tn],N.max=Kn[nn]}else N.show&&N.auto&&ke(fe,ae,N,e[V],N.sorted);N.idxs[0]=tn,N.idxs[1]=nn}else if(V>0&&N.show&&N.auto){let[J,ae]=N.facets,fe=J.scale,ye=ae.scale,[De,Ne]=e[V],Fe=_[fe],nt=_[ye];Fe!=null&&ke(Fe,W[fe],J,De,J.sorted),nt!=null&&ke(nt,W[ye],ae,Ne,ae.sorted),N.min=ae.min,N.max=ae.max}});for(let N in _){let V=_[N],J=W[N];if(V.from==null&&(J==null||J.min==null)){let ae=V.range(n,V.min==Ft?null:V.min,V.max==-Ft?null:V.max,N);V.min=ae[0],V.max=ae[1]}}}for(let N in _){let V=_[N];if(V.from!=null){let J=_[V.from];if(J.min==null)V.min=V.max=null;else{let ae=V.range(n,J.min,J.max,N);V.min=ae[0],V.max=ae[1]}}}let S={},I=!1;for(let N in _){let V=_[N],J=M[N];if(J.min!=V.min||J.max!=V.max){J.min=V.min,J.max=V.max;let ae=J.distr;J._min=ae==3?ss(J.min):ae==4?Ph(J.min,J.asinh):ae==100?J.fwd(J.min):J.min,J._max=ae==3?ss(J.max):ae==4?Ph(J.max,J.asinh):ae==100?J.fwd(J.max):J.max,S[N]=I=!0}}if(I){y.forEach((N,V)=>{s==2?V>0&&S.y&&(N._paths=null):S[N.scale]&&(N._paths=null)});for(let N in S)ve=!0,Sn("setScale",N);me&&ue.left>=0&&(te=pe=!0)}for(let N in W)W[N]=null}function Be(_){let S=Bh(tn-1,0,Kt-1),I=Bh(nn+1,0,Kt-1);for(;_[S]==null&&S>0;)S--;for(;_[I]==null&&I<Kt-1;)I++;return[S,I]}function dt(){if(Kt>0){let _=y.some(S=>S._focus)&&Pe!=Oe.alpha;_&&(d.globalAlpha=Pe=Oe.alpha),y.forEach((S,I)=>{if(I>0&&S.show&&(Zt(I,!1),Zt(I,!0),S._paths==null)){let N=Pe;Pe!=S.alpha&&(d.globalAlpha=Pe=S.alpha);let V=s==2?[0,e[I][0].length-1]:Be(e[I]);S._paths=S.paths(n,I,V[0],V[1]),Pe!=N&&(d.globalAlpha=Pe=N)}}),y.forEach((S,I)=>{if(I>0&&S.show){let N=Pe;Pe!=S.alpha&&(d.globalAlpha=Pe=S.alpha),S._paths!=null&&At(I,!1);{let V=S._paths!=null?S._paths.gaps:null,J=S.points.show(n,I,tn,nn,V),ae=S.points.filter(n,I,J,V);(J||ae)&&(S.points._paths=S.points.paths(n,I,tn,nn,ae),At(I,!0))}Pe!=N&&(d.globalAlpha=Pe=N),Sn("drawSeries",I)}}),_&&(d.globalAlpha=Pe=1)}}function Zt(_,S){let I=S?y[_].points:y[_];I._stroke=I.stroke(n,_),I._fill=I.fill(n,_)}function At(_,S){let I=S?y[_].points:y[_],{stroke:N,fill:V,clip:J,flags:ae,_stroke:fe=I._stroke,_fill:ye=I._fill,_width:De=I.width}=I._paths;De=Ot(De*St,3);let Ne=null,Fe=De%2/2;S&&ye==null&&(ye=De>0?"#fff":fe);let nt=I.pxAlign==1&&Fe>0;if(nt&&d.translate(Fe,Fe),!S){let Mt=P-De/2,yt=b-De/2,pt=X+De,Ye=he+De;Ne=new Path2D,Ne.rect(Mt,yt,pt,Ye)}S?Ue(fe,De,I.dash,I.cap,ye,N,V,ae,J):Rt(_,fe,De,I.dash,I.cap,ye,N,V,ae,Ne,J),nt&&d.translate(-Fe,-Fe)}function Rt(_,S,I,N,V,J,ae,fe,ye,De,Ne){let Fe=!1;ye!=0&&C.forEach((nt,Mt)=>{if(nt.series[0]==_){let yt=y[nt.series[1]],pt=e[nt.series[1]],Ye=(yt._paths||Vo).band;Es(Ye)&&(Ye=nt.dir==1?Ye[0]:Ye[1]);let We,Vt=null;yt.show&&Ye&&e_(pt,tn,nn)?(Vt=nt.fill(n,Mt)||J,We=yt._paths.clip):Ye=null,Ue(S,I,N,V,Vt,ae,fe,ye,De,Ne,We,Ye),Fe=!0}}),Fe||Ue(S,I,N,V,J,ae,fe,ye,De,Ne)}let pn=Or|Hh;function Ue(_,S,I,N,V,J,ae,fe,ye,De,Ne,Fe){Te(_,S,I,N,V),(ye||De||Fe)&&(d.save(),ye&&d.clip(ye),De&&d.clip(De)),Fe?(fe&pn)==pn?(d.clip(Fe),Ne&&d.clip(Ne),mt(V,ae),on(_,J,S)):fe&Hh?(mt(V,ae),d.clip(Fe),on(_,J,S)):fe&Or&&(d.save(),d.clip(Fe),Ne&&d.clip(Ne),mt(V,ae),d.restore(),on(_,J,S)):(mt(V,ae),on(_,J,S)),(ye||De||Fe)&&d.restore()}function on(_,S,I){I>0&&(S instanceof Map?S.forEach((N,V)=>{d.strokeStyle=br=V,d.stroke(N)}):S!=null&&_&&d.stroke(S))}function mt(_,S){S instanceof Map?S.forEach((I,N)=>{d.fillStyle=ys=N,d.fill(I)}):S!=null&&_&&d.fill(S)}function ts(_,S,I,N){let V=R[_],J;if(N<=0)J=[0,0];else{let ae=V._space=V.space(n,_,S,I,N),fe=V._incrs=V.incrs(n,_,S,I,N,ae);J=bx(S,I,fe,N,ae)}return V._found=J}function an(_,S,I,N,V,J,ae,fe,ye,De){let Ne=ae%2/2;v==1&&d.translate(Ne,Ne),Te(fe,ae,ye,De,fe),d.beginPath();let Fe,nt,Mt,yt,pt=V+(N==0||N==3?-J:J);I==0?(nt=V,yt=pt):(Fe=V,Mt=pt);for(let Ye=0;Ye<_.length;Ye++)S[Ye]!=null&&(I==0?Fe=Mt=_[Ye]:nt=yt=_[Ye],d.moveTo(Fe,nt),d.lineTo(Mt,yt));d.stroke(),v==1&&d.translate(-Ne,-Ne)}function Sr(_){let S=!0;return R.forEach((I,N)=>{if(!I.show)return;let V=M[I.scale];if(V.min==null){I._show&&(S=!1,I._show=!1,lt(!1));return}else I._show||(S=!1,I._show=!0,lt(!1));let J=I.side,ae=J%2,{min:fe,max:ye}=V,[De,Ne]=ts(N,fe,ye,ae==0?O:Ce);if(Ne==0)return;let Fe=V.distr==2,nt=I._splits=I.splits(n,N,fe,ye,De,Ne,Fe),Mt=V.distr==2?nt.map(We=>Kn[We]):nt,yt=V.distr==2?Kn[nt[1]]-Kn[nt[0]]:De,pt=I._values=I.values(n,I.filter(n,Mt,N,Ne,yt),N,Ne,yt);I._rotate=J==2?I.rotate(n,pt,N,Ne):0;let Ye=I._size;I._size=fi(I.size(n,pt,N,_)),Ye!=null&&I._size!=Ye&&(S=!1)}),S}function Bi(_){let S=!0;return Po.forEach((I,N)=>{let V=I(n,N,Fi,_);V!=vi[N]&&(S=!1),vi[N]=V}),S}function ns(){for(let _=0;_<R.length;_++){let S=R[_];if(!S.show||!S._show)continue;let I=S.side,N=I%2,V,J,ae=S.stroke(n,_),fe=I==0||I==3?-1:1,[ye,De]=S._found;if(S.label!=null){let kn=S.labelGap*fe,ei=mn((S._lpos+kn)*St);Ie(S.labelFont[0],ae,"center",I==2?"top":mf),d.save(),N==1?(V=J=0,d.translate(ei,mn(b+he/2)),d.rotate((I==3?-Ka:Ka)/2)):(V=mn(P+X/2),J=ei);let Ys=sp(S.label)?S.label(n,_,ye,De):S.label;d.fillText(Ys,V,J),d.restore()}if(De==0)continue;let Ne=M[S.scale],Fe=N==0?X:he,nt=N==0?P:b,Mt=S._splits,yt=Ne.distr==2?Mt.map(kn=>Kn[kn]):Mt,pt=Ne.distr==2?Kn[Mt[1]]-Kn[Mt[0]]:ye,Ye=S.ticks,We=S.border,Vt=Ye.show?Ye.size:0,Qt=mn(Vt*St),wn=mn((S.alignTo==2?S._size-Vt-S.gap:S.gap)*St),Dt=S._rotate*-Ka/180,en=f(S._pos*St),jn=(Qt+wn)*fe,Bn=en+jn;J=N==0?Bn:0,V=N==1?Bn:0;let hi=S.font[0],yi=S.align==1?Ir:S.align==2?Ah:Dt>0?Ir:Dt<0?Ah:N==0?"center":I==3?Ah:Ir,Hi=Dt||N==1?"middle":I==2?"top":mf;Ie(hi,ae,yi,Hi);let Qn=S.font[1]*S.lineGap,ui=Mt.map(kn=>f(a(kn,Ne,Fe,nt))),bi=S._values;for(let kn=0;kn<bi.length;kn++){let ei=bi[kn];if(ei!=null){N==0?V=ui[kn]:J=ui[kn],ei=""+ei;let Ys=ei.indexOf(`
`)==-1?[ei]:ei.split(/\n/gm);for(let zn=0;zn<Ys.length;zn++){let ff=Ys[zn];Dt?(d.save(),d.translate(V,J+zn*Qn),d.rotate(Dt),d.fillText(ff,0,0),d.restore()):d.fillText(ff,V,J+zn*Qn)}}}Ye.show&&an(ui,Ye.filter(n,yt,_,De,pt),N,I,en,Qt,Ot(Ye.width*St,3),Ye.stroke(n,_),Ye.dash,Ye.cap);let Vi=S.grid;Vi.show&&an(ui,Vi.filter(n,yt,_,De,pt),N,N==0?2:1,N==0?b:P,N==0?he:X,Ot(Vi.width*St,3),Vi.stroke(n,_),Vi.dash,Vi.cap),We.show&&an([en],[1],N==0?1:0,N==0?1:2,N==1?b:P,N==1?he:X,Ot(We.width*St,3),We.stroke(n,_),We.dash,We.cap)}Sn("drawAxes")}function lt(_){y.forEach((S,I)=>{I>0&&(S._paths=null,_&&(s==1?(S.min=null,S.max=null):S.facets.forEach(N=>{N.min=null,N.max=null})))})}let jt=!1,On=!1,Ct=[];function ln(){On=!1;for(let _=0;_<Ct.length;_++)Sn(...Ct[_]);Ct.length=0}function Pn(){jt||(p_(Yd),jt=!0)}function Xa(_,S=!1){jt=!0,On=S,_(n),Yd(),S&&Ct.length>0&&queueMicrotask(ln)}n.batch=Xa;function Yd(){if(oe&&(ut(),oe=!1),ve&&(we(),ve=!1),_e){if(Gt(p,Ir,$e),Gt(p,"top",st),Gt(p,Bo,O),Gt(p,ko,Ce),Gt(g,Ir,$e),Gt(g,"top",st),Gt(g,Bo,O),Gt(g,ko,Ce),Gt(u,Bo,Jt),Gt(u,ko,rn),h.width=mn(Jt*St),h.height=mn(rn*St),R.forEach(({_el:_,_show:S,_size:I,_pos:N,side:V})=>{if(_!=null)if(S){let J=V===3||V===0?I:0,ae=V%2==1;Gt(_,ae?"left":"top",N-J),Gt(_,ae?"width":"height",I),Gt(_,ae?"top":"left",ae?st:$e),Gt(_,ae?"height":"width",ae?Ce:O),Fh(_,Ks)}else ti(_,Ks)}),br=ys=Mr=k=j=$=Z=Ee=w=null,Pe=1,Uo(!0),$e!=Se||st!=Ut||O!=ze||Ce!=Xe){lt(!1);let _=O/ze,S=Ce/Xe;if(me&&!te&&ue.left>=0){ue.left*=_,ue.top*=S,wr&&Gi(wr,mn(ue.left),0,O,Ce),Er&&Gi(Er,0,mn(ue.top),O,Ce);for(let I=0;I<rt.length;I++){let N=rt[I];N!=null&&(kt[I]*=_,Fn[I]*=S,Gi(N,fi(kt[I]),fi(Fn[I]),O,Ce))}}if(Ht.show&&!ie&&Ht.left>=0&&Ht.width>0){Ht.left*=_,Ht.width*=_,Ht.top*=S,Ht.height*=S;for(let I in Sh)Gt(Rr,I,Ht[I])}Se=$e,Ut=st,ze=O,Xe=Ce}Sn("setSize"),_e=!1}Jt>0&&rn>0&&(d.clearRect(0,0,h.width,h.height),Sn("drawClear"),E.forEach(_=>_()),Sn("draw")),Ht.show&&ie&&($a(Ht),ie=!1),me&&te&&(qs(null,!0,!1),te=!1),de.show&&de.live&&pe&&(bh(),pe=!1),l||(l=!0,n.status=1,Sn("ready")),vs=!1,jt=!1}n.redraw=(_,S)=>{ve=S||!1,_!==!1?Ms(T,D.min,D.max):Pn()};function xh(_,S){let I=M[_];if(I.from==null){if(Kt==0){let N=I.range(n,S.min,S.max,_);S.min=N[0],S.max=N[1]}if(S.min>S.max){let N=S.min;S.min=S.max,S.max=N}if(Kt>1&&S.min!=null&&S.max!=null&&S.max-S.min<1e-16)return;_==T&&I.distr==2&&Kt>0&&(S.min=Si(S.min,e[0]),S.max=Si(S.max,e[0]),S.min==S.max&&S.max++),W[_]=S,oe=!0,Pn()}}n.setScale=xh;let vh,yh,wr,Er,Zd,Jd,Tr,Ar,Kd,jd,zt,$t,bs=!1,An=ue.drag,bn=An.x,Mn=An.y;me&&(ue.x&&(vh=di(B0,g)),ue.y&&(yh=di(k0,g)),D.ori==0?(wr=vh,Er=yh):(wr=yh,Er=vh),zt=ue.left,$t=ue.top);let Ht=n.select=hn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Rr=Ht.show?di(O0,Ht.over?g:p):null;function $a(_,S){if(Ht.show){for(let I in _)Ht[I]=_[I],I in Sh&&Gt(Rr,I,_[I]);S!==!1&&Sn("setSelect")}}n.setSelect=$a;function _0(_){if(y[_].show)ee&&Fh(it[_],Ks);else if(ee&&ti(it[_],Ks),me){let I=Re?rt[0]:rt[_];I!=null&&Gi(I,-10,-10,O,Ce)}}function Ms(_,S,I){xh(_,{min:S,max:I})}function ki(_,S,I,N){S.focus!=null&&M0(_),S.show!=null&&y.forEach((V,J)=>{J>0&&(_==J||_==null)&&(V.show=S.show,_0(J),s==2?(Ms(V.facets[0].scale,null,null),Ms(V.facets[1].scale,null,null)):Ms(V.scale,null,null),Pn())}),I!==!1&&Sn("setSeries",_,S),N&&Fo("setSeries",n,_,S)}n.setSeries=ki;function x0(_,S){hn(C[_],S)}function v0(_,S){_.fill=gt(_.fill||null),_.dir=bt(_.dir,-1),S=S??C.length,C.splice(S,0,_)}function y0(_){_==null?C.length=0:C.splice(_,1)}n.addBand=v0,n.setBand=x0,n.delBand=y0;function b0(_,S){y[_].alpha=S,me&&rt[_]!=null&&(rt[_].style.opacity=S),ee&&it[_]&&(it[_].style.opacity=S)}let is,Ss,$s,Cr={focus:!0};function M0(_){if(_!=$s){let S=_==null,I=Oe.alpha!=1;y.forEach((N,V)=>{if(s==1||V>0){let J=S||V==0||V==_;N._focus=S?null:J,I&&b0(V,J?1:Oe.alpha)}}),$s=_,I&&Pn()}}ee&&Je&&vt(vf,Ae,_=>{ue._lock||(Ze(_),$s!=null&&ki(null,Cr,!0,cn.setSeries))});function zi(_,S,I){let N=M[S];I&&(_=_/St-(N.ori==1?st:$e));let V=O;N.ori==1&&(V=Ce,_=V-_),N.dir==-1&&(_=V-_);let J=N._min,ae=N._max,fe=_/V,ye=J+(ae-J)*fe,De=N.distr;return De==3?Nr(10,ye):De==4?n_(ye,N.asinh):De==100?N.bwd(ye):ye}function S0(_,S){let I=zi(_,T,S);return Si(I,e[0],tn,nn)}n.valToIdx=_=>Si(_,e[0]),n.posToIdx=S0,n.posToVal=zi,n.valToPos=(_,S,I)=>M[S].ori==0?r(_,M[S],I?X:O,I?P:0):o(_,M[S],I?he:Ce,I?b:0),n.setCursor=(_,S,I)=>{zt=_.left,$t=_.top,qs(null,S,I)};function Qd(_,S){Gt(Rr,Ir,Ht.left=_),Gt(Rr,Bo,Ht.width=S)}function ef(_,S){Gt(Rr,"top",Ht.top=_),Gt(Rr,ko,Ht.height=S)}let Do=D.ori==0?Qd:ef,No=D.ori==1?Qd:ef;function w0(){if(ee&&de.live)for(let _=s==2?1:0;_<y.length;_++){if(_==0&&at)continue;let S=de.values[_],I=0;for(let N in S)He[_][I++].firstChild.nodeValue=S[N]}}function bh(_,S){if(_!=null&&(_.idxs?_.idxs.forEach((I,N)=>{se[N]=I}):o_(_.idx)||se.fill(_.idx),de.idx=se[0]),ee&&de.live){for(let I=0;I<y.length;I++)(I>0||s==1&&!at)&&E0(I,se[I]);w0()}pe=!1,S!==!1&&Sn("setLegend")}n.setLegend=bh;function E0(_,S){let I=y[_],N=_==0&&z==2?Kn:e[_],V;at?V=I.values(n,_,S)??tt:(V=I.value(n,S==null?null:N[S],_,S),V=V==null?tt:{_:V}),de.values[_]=V}function qs(_,S,I){Kd=zt,jd=$t,[zt,$t]=ue.move(n,zt,$t),ue.left=zt,ue.top=$t,me&&(wr&&Gi(wr,mn(zt),0,O,Ce),Er&&Gi(Er,0,mn($t),O,Ce));let N,V=tn>nn;is=Ft,Ss=null;let J=D.ori==0?O:Ce,ae=D.ori==1?O:Ce;if(zt<0||Kt==0||V){N=ue.idx=null;for(let fe=0;fe<y.length;fe++){let ye=rt[fe];ye!=null&&Gi(ye,-10,-10,O,Ce)}Je&&ki(null,Cr,!0,_==null&&cn.setSeries),de.live&&(se.fill(N),pe=!0)}else{let fe,ye,De;s==1&&(fe=D.ori==0?zt:$t,ye=zi(fe,T),N=ue.idx=Si(ye,e[0],tn,nn),De=H(e[0][N],D,J,0));let Ne=-10,Fe=-10,nt=0,Mt=0,yt=!0,pt="",Ye="";for(let We=s==2?1:0;We<y.length;We++){let Vt=y[We],Qt=se[We],wn=Qt==null?null:s==1?e[We][Qt]:e[We][1][Qt],Dt=ue.dataIdx(n,We,N,ye),en=Dt==null?null:s==1?e[We][Dt]:e[We][1][Dt];if(pe=pe||en!=wn||Dt!=Qt,se[We]=Dt,We>0&&Vt.show){let jn=Dt==null?-10:Dt==N?De:H(s==1?e[0][Dt]:e[We][0][Dt],D,J,0),Bn=en==null?-10:U(en,s==1?M[Vt.scale]:M[Vt.facets[1].scale],ae,0);if(Je&&en!=null){let hi=D.ori==1?zt:$t,yi=gn(Oe.dist(n,We,Dt,Bn,hi));if(yi<is){let Hi=Oe.bias;if(Hi!=0){let Qn=zi(hi,Vt.scale),ui=en>=0?1:-1,bi=Qn>=0?1:-1;bi==ui&&(bi==1?Hi==1?en>=Qn:en<=Qn:Hi==1?en<=Qn:en>=Qn)&&(is=yi,Ss=We)}else is=yi,Ss=We}}if(pe||Re){let hi,yi;D.ori==0?(hi=jn,yi=Bn):(hi=Bn,yi=jn);let Hi,Qn,ui,bi,Vi,kn,ei=!0,Ys=le.bbox;if(Ys!=null){ei=!1;let zn=Ys(n,We);ui=zn.left,bi=zn.top,Hi=zn.width,Qn=zn.height}else ui=hi,bi=yi,Hi=Qn=le.size(n,We);if(kn=le.fill(n,We),Vi=le.stroke(n,We),Re)We==Ss&&is<=Oe.prox&&(Ne=ui,Fe=bi,nt=Hi,Mt=Qn,yt=ei,pt=kn,Ye=Vi);else{let zn=rt[We];zn!=null&&(kt[We]=ui,Fn[We]=bi,Tf(zn,Hi,Qn,ei),wf(zn,kn,Vi),Gi(zn,fi(ui),fi(bi),O,Ce))}}}}if(Re){let We=Oe.prox,Vt=$s==null?is<=We:is>We||Ss!=$s;if(pe||Vt){let Qt=rt[0];Qt!=null&&(kt[0]=Ne,Fn[0]=Fe,Tf(Qt,nt,Mt,yt),wf(Qt,pt,Ye),Gi(Qt,fi(Ne),fi(Fe),O,Ce))}}}if(Ht.show&&bs)if(_!=null){let[fe,ye]=cn.scales,[De,Ne]=cn.match,[Fe,nt]=_.cursor.sync.scales,Mt=_.cursor.drag;if(bn=Mt._x,Mn=Mt._y,bn||Mn){let{left:yt,top:pt,width:Ye,height:We}=_.select,Vt=_.scales[Fe].ori,Qt=_.posToVal,wn,Dt,en,jn,Bn,hi=fe!=null&&De(fe,Fe),yi=ye!=null&&Ne(ye,nt);hi&&bn?(Vt==0?(wn=yt,Dt=Ye):(wn=pt,Dt=We),en=M[fe],jn=H(Qt(wn,Fe),en,J,0),Bn=H(Qt(wn+Dt,Fe),en,J,0),Do(wi(jn,Bn),gn(Bn-jn))):Do(0,J),yi&&Mn?(Vt==1?(wn=yt,Dt=Ye):(wn=pt,Dt=We),en=M[ye],jn=U(Qt(wn,nt),en,ae,0),Bn=U(Qt(wn+Dt,nt),en,ae,0),No(wi(jn,Bn),gn(Bn-jn))):No(0,ae)}else wh()}else{let fe=gn(Kd-Zd),ye=gn(jd-Jd);if(D.ori==1){let nt=fe;fe=ye,ye=nt}bn=An.x&&fe>=An.dist,Mn=An.y&&ye>=An.dist;let De=An.uni;De!=null?bn&&Mn&&(bn=fe>=De,Mn=ye>=De,!bn&&!Mn&&(ye>fe?Mn=!0:bn=!0)):An.x&&An.y&&(bn||Mn)&&(bn=Mn=!0);let Ne,Fe;bn&&(D.ori==0?(Ne=Tr,Fe=zt):(Ne=Ar,Fe=$t),Do(wi(Ne,Fe),gn(Fe-Ne)),Mn||No(0,ae)),Mn&&(D.ori==1?(Ne=Tr,Fe=zt):(Ne=Ar,Fe=$t),No(wi(Ne,Fe),gn(Fe-Ne)),bn||Do(0,J)),!bn&&!Mn&&(Do(0,0),No(0,0))}if(An._x=bn,An._y=Mn,_==null){if(I){if(df!=null){let[fe,ye]=cn.scales;cn.values[0]=fe!=null?zi(D.ori==0?zt:$t,fe):null,cn.values[1]=ye!=null?zi(D.ori==1?zt:$t,ye):null}Fo(Rh,n,zt,$t,O,Ce,N)}if(Je){let fe=I&&cn.setSeries,ye=Oe.prox;$s==null?is<=ye&&ki(Ss,Cr,!0,fe):is>ye?ki(null,Cr,!0,fe):Ss!=$s&&ki(Ss,Cr,!0,fe)}}pe&&(de.idx=N,bh()),S!==!1&&Sn("setCursor")}let ws=null;Object.defineProperty(n,"rect",{get(){return ws==null&&Uo(!1),ws}});function Uo(_=!1){_?ws=null:(ws=g.getBoundingClientRect(),Sn("syncRect",ws))}function tf(_,S,I,N,V,J,ae){ue._lock||bs&&_!=null&&_.movementX==0&&_.movementY==0||(Mh(_,S,I,N,V,J,ae,!1,_!=null),_!=null?qs(null,!0,!0):qs(S,!0,!1))}function Mh(_,S,I,N,V,J,ae,fe,ye){if(ws==null&&Uo(!1),Ze(_),_!=null)I=_.clientX-ws.left,N=_.clientY-ws.top;else{if(I<0||N<0){zt=-10,$t=-10;return}let[De,Ne]=cn.scales,Fe=S.cursor.sync,[nt,Mt]=Fe.values,[yt,pt]=Fe.scales,[Ye,We]=cn.match,Vt=S.axes[0].side%2==1,Qt=D.ori==0?O:Ce,wn=D.ori==1?O:Ce,Dt=Vt?J:V,en=Vt?V:J,jn=Vt?N:I,Bn=Vt?I:N;if(yt!=null?I=Ye(De,yt)?a(nt,M[De],Qt,0):-10:I=Qt*(jn/Dt),pt!=null?N=We(Ne,pt)?a(Mt,M[Ne],wn,0):-10:N=wn*(Bn/en),D.ori==1){let hi=I;I=N,N=hi}}ye&&(S==null||S.cursor.event.type==Rh)&&((I<=1||I>=O-1)&&(I=Zs(I,O)),(N<=1||N>=Ce-1)&&(N=Zs(N,Ce))),fe?(Zd=I,Jd=N,[Tr,Ar]=ue.move(n,I,N)):(zt=I,$t=N)}let Sh={width:0,height:0,left:0,top:0};function wh(){$a(Sh,!1)}let nf,sf,rf,of;function af(_,S,I,N,V,J,ae){bs=!0,bn=Mn=An._x=An._y=!1,Mh(_,S,I,N,V,J,ae,!0,!1),_!=null&&(vt(Ch,Nh,lf,!1),Fo(_f,n,Tr,Ar,O,Ce,null));let{left:fe,top:ye,width:De,height:Ne}=Ht;nf=fe,sf=ye,rf=De,of=Ne}function lf(_,S,I,N,V,J,ae){bs=An._x=An._y=!1,Mh(_,S,I,N,V,J,ae,!1,!0);let{left:fe,top:ye,width:De,height:Ne}=Ht,Fe=De>0||Ne>0,nt=nf!=fe||sf!=ye||rf!=De||of!=Ne;if(Fe&&nt&&$a(Ht),An.setScale&&Fe&&nt){let Mt=fe,yt=De,pt=ye,Ye=Ne;if(D.ori==1&&(Mt=ye,yt=Ne,pt=fe,Ye=De),bn&&Ms(T,zi(Mt,T),zi(Mt+yt,T)),Mn)for(let We in M){let Vt=M[We];We!=T&&Vt.from==null&&Vt.min!=Ft&&Ms(We,zi(pt+Ye,We),zi(pt,We))}wh()}else ue.lock&&(ue._lock=!ue._lock,qs(S,!0,_!=null));_!=null&&(fn(Ch,Nh),Fo(Ch,n,zt,$t,O,Ce,null))}function T0(_,S,I,N,V,J,ae){if(ue._lock)return;Ze(_);let fe=bs;if(bs){let ye=!0,De=!0,Ne=10,Fe,nt;D.ori==0?(Fe=bn,nt=Mn):(Fe=Mn,nt=bn),Fe&&nt&&(ye=zt<=Ne||zt>=O-Ne,De=$t<=Ne||$t>=Ce-Ne),Fe&&ye&&(zt=zt<Tr?0:O),nt&&De&&($t=$t<Ar?0:Ce),qs(null,!0,!0),bs=!1}zt=-10,$t=-10,se.fill(null),qs(null,!0,!0),fe&&(bs=fe)}function cf(_,S,I,N,V,J,ae){ue._lock||(Ze(_),Lo(),wh(),_!=null&&Fo(yf,n,zt,$t,O,Ce,null))}function hf(){R.forEach(Mx),F(n.width,n.height,!0)}js(ja,Dr,hf);let Pr={};Pr.mousedown=af,Pr.mousemove=tf,Pr.mouseup=lf,Pr.dblclick=cf,Pr.setSeries=(_,S,I,N)=>{let V=cn.match[2];I=V(n,S,I),I!=-1&&ki(I,N,!0,!1)},me&&(vt(_f,g,af),vt(Rh,g,tf),vt(xf,g,_=>{Ze(_),Uo(!1)}),vt(vf,g,T0),vt(yf,g,cf),Vh.add(n),n.syncRect=Uo);let qa=n.hooks=i.hooks||{};function Sn(_,S,I){On?Ct.push([_,S,I]):_ in qa&&qa[_].forEach(N=>{N.call(null,n,S,I)})}(i.plugins||[]).forEach(_=>{for(let S in _.hooks)qa[S]=(qa[S]||[]).concat(_.hooks[S])});let uf=(_,S,I)=>I,cn=hn({key:null,setSeries:!1,filters:{pub:If,sub:If},scales:[T,y[1]?y[1].scale:null],match:[Lf,Lf,uf],values:[null,null]},ue.sync);cn.match.length==2&&cn.match.push(uf),ue.sync=cn;let df=cn.key,Eh=Rp(df);function Fo(_,S,I,N,V,J,ae){cn.filters.pub(_,S,I,N,V,J,ae)&&Eh.pub(_,S,I,N,V,J,ae)}Eh.sub(n);function A0(_,S,I,N,V,J,ae){cn.filters.sub(_,S,I,N,V,J,ae)&&Pr[_](null,S,I,N,V,J,ae)}n.pub=A0;function R0(){Eh.unsub(n),Vh.delete(n),yn.clear(),Oh(ja,Dr,hf),c.remove(),Ae?.remove(),Sn("destroy")}n.destroy=R0;function Th(){Sn("init",i,e),Io(e||i.data,!1),W[T]?xh(T,W[T]):Lo(),ie=Ht.show&&(Ht.width>0||Ht.height>0),te=pe=!0,F(i.width,i.height)}return y.forEach(yr),R.forEach(Qi),t?t instanceof HTMLElement?(t.appendChild(c),Th()):t(n,Th):Th(),n}Rn.assign=hn;Rn.fmtNum=Zh;Rn.rangeNum=Qa;Rn.rangeLog=nl;Rn.rangeAsinh=qh;Rn.orient=er;Rn.pxRatio=St;Rn.join=f_;Rn.fmtDate=Kh,Rn.tzDate=w_;Rn.sync=Rp;{Rn.addGap=ox,Rn.clipGaps=rl;let i=Rn.paths={points:Np};i.linear=Fp,i.stepped=cx,i.bars=hx,i.spline=dx}function A(i,e={},...t){return zp(document.createElement(i.split(".")[0]||"div"),i,e,t)}function Ei(i,e={},...t){return zp(document.createElementNS("http://www.w3.org/2000/svg",i.split(".")[0]),i,e,t)}function zp(i,e,t,n){let s=e.split(".").slice(1);s.length&&i.setAttribute("class",s.join(" "));for(let[r,o]of Object.entries(t))o==null||o===!1||(r.startsWith("on")?i.addEventListener(r.slice(2),o):i.setAttribute(r,o===!0?"":String(o)));return Hp(i,n),i}function Hp(i,e){for(let t of e)Array.isArray(t)?Hp(i,t):t!=null&&t!==!1&&i.append(t instanceof Node?t:String(t))}function cl(i,...e){return A("div.titled",{},A("h2",{},i),e)}var tr="−";function xt(i,e=3){if(i==null||!Number.isFinite(i))return"—";let t=Math.abs(i)<5e-5?0:Math.abs(i),n=t===0?0:Math.max(0,Math.min(e+1,e-1-Math.floor(Math.log10(t)))),s=t>=1e4?Math.round(t).toLocaleString("en"):t.toFixed(n);return(i<0&&Number(s.replaceAll(",",""))!==0?tr:"")+s.replaceAll(","," ")}function Wo(i){return i&&Math.abs(i)<.001?i.toExponential(1).replaceAll("-",tr):xt(i)}function Xo(i){return i===null?"—":(i>0?"+":"")+xt(i)}function Pt(i){if(i<1e4)return String(Math.round(i)).replace(/\B(?=(\d{3})+$)/g," ");let[e,t]=i<1e6?["k",1e3]:i<1e9?["M",1e6]:["G",1e9];return`${(i/t).toPrecision(3)} ${e}`}function Vp(i){return i<1e9?`${Math.round(i/1e6)} MB`:`${(i/1e9).toFixed(1)} GB`}function nr(i){return i<90?`${Math.round(i)} s`:i<5400?`${Math.round(i/60)} min`:i<172800?`${(i/3600).toFixed(1)} h`:`${(i/86400).toFixed(1)} days`}function Nt(i,e,t=`${e}s`){return`${Pt(i)} ${i===1?e:t}`}function It(i){return getComputedStyle(document.documentElement).getPropertyValue(`--${i}`).trim()}function As(i,e=400){let t=getComputedStyle(document.documentElement),n=Math.round(i*parseFloat(t.fontSize)/16);return`${e} ${Math.max(12,n)}px ${t.fontFamily}`}function ir(i,e,t){let n=A("a",{download:i,href:URL.createObjectURL(new Blob([e],{type:t}))});n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),1e3)}function hl(i,e){return`${`${document.title.split(/[:\s]/)[0]} ${i}`.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu,"-").replace(/^-|-$/g,"")}.${e}`}function ul(i,e){let t=s=>/[",\r\n]/.test(String(s))?`"${String(s).replaceAll('"','""')}"`:String(s??""),n=()=>e().map(s=>`${s.map(t).join(",")}\r
`).join("");return A("button.small.csv",{type:"button","aria-label":`${i} as CSV`,title:"download as CSV",onclick:()=>ir(hl(i,"csv"),n(),"text/csv")},"CSV")}var Sx={add_node:"Add-Node",add_graph:"Add-Graph",add_pair:"Add-Pair",del_graph:"Del-Graph",pert_graph:"Pert-Graph",tune:"Tune",random:"Random body",given:"Given body",relearn:"Same body, new weights"};function Cn(i){return Sx[i]??i.replaceAll("_"," ")}var wx=40,In=class{element=A("figure.plot",{tabindex:0});csv=ul("curves",()=>this.cells());legend=A("ul.legend");plot=null;chart=null;watcher=new ResizeObserver(()=>this.resize());constructor(){this.watcher.observe(this.element),this.element.addEventListener("keydown",e=>this.key(e))}show(e){this.chart=e,this.element.setAttribute("aria-label",`${e.label}; arrow keys read the values`),this.csv.setAttribute("aria-label",`${e.label} as CSV`),this.draw()}draw(){let e=this.chart,t=this.element.clientWidth;if(!e||!t)return;this.plot?.destroy();let n=It("muted"),s=It("line"),r=o=>({stroke:n,font:As(12),labelFont:As(12),label:o,labelSize:20,labelGap:2,gap:5,grid:{stroke:s,width:1},ticks:{show:!1}});this.plot=new Rn({width:t,height:e.height??this.tall(),padding:[10,14,0,0],scales:{x:{time:!1,range:e.spent?[0,1.01*e.x.at(-1)]:e.x.length===1?[e.x[0]-1,e.x[0]+1]:void 0},y:e.range?{range:e.range}:{}},cursor:{points:{size:7},drag:{x:!1,y:!1},dataIdx:(o,a,l)=>e.spent?Wp(o.data[a],l):l},legend:{show:!1},hooks:{setCursor:[o=>this.read(o.cursor.idx??null)]},axes:[{...r(e.xLabel),size:26,space:60,grid:{show:!1},values:(o,a)=>a.map(l=>l>=1e4?Pt(l):String(l)),incrs:e.x.at(-1)<10&&e.spent?void 0:[1,2,5,10,20,25,50,100,200,500,1e3,2e3,5e3,1e4,2e4,5e4,1e5,2e5,5e5,1e6,2e6,5e6,1e7,2e7,5e7,1e8,2e8,5e8,1e9]},{...r(e.yLabel),size:(o,a)=>Ex(a),space:36,...e.whole?{incrs:[1,2,5,10,20,50,100]}:{},values:(o,a)=>a.map(l=>Math.abs(l)>=1e4?Pt(l):String(l).replace("-",tr))}],series:[{},...e.series.map(o=>({label:o.label,stroke:o.colour,width:o.width??2,fill:o.fill,dash:o.dash,spanGaps:!0,points:{show:o.points??e.x.length<3,size:5,fill:o.colour}}))],bands:(e.bands??[]).map(o=>({series:[o.between[0]+1,o.between[1]+1],fill:o.fill}))},[e.x,...e.series.map(o=>o.values)],this.element),this.element.append(this.legend),this.read(null)}read(e){let t=this.chart;if(t.silent)return;let n=o=>{if(e===null)return"";let a=t.spent?Wp(o.values,e):e;if(o.values[a]==null)return"";let l=t.format??xt,[c,h]=(o.edges??[]).map(d=>l(t.series[d].values[a]));return` ${l(o.values[a])}${h?` [${h}, ${c}]`:""}`},s=o=>e===null?"":` ${xt(t.series[o[1]].values[e])} to ${xt(t.series[o[0]].values[e])}`,r=e===null?null:t.x[e];this.legend.replaceChildren(...t.series.filter(o=>!o.quiet).reverse().map(o=>A("li",{},su(o.colour,o.dash),o.label,A("b",{},n(o)))),...(t.bands??[]).filter(o=>o.label).reverse().map(o=>A("li.band",{style:`--hue:${o.fill}`},o.label,A("b",{},s(o.between)))),r===null?"":A("li.where",{},`${t.xShort??t.xLabel} `,A("b",{},r>=1e4?Pt(r):t.spent?xt(r):r)))}cells(){if(!this.chart)return[];let{x:e,xLabel:t,series:n}=this.chart,s=n.filter(r=>r.label);return[[t,...s.map(r=>r.label)],...e.map((r,o)=>[r,...s.map(a=>a.values[o])])]}dispose(){this.watcher.disconnect(),this.plot?.destroy()}tall(){return Math.max(180,this.element.clientHeight-wx)}resize(){this.plot?this.chart&&this.element.clientWidth&&(this.plot.width!==this.element.clientWidth||!this.chart.height&&this.plot.height!==this.tall())&&this.plot.setSize({width:this.element.clientWidth,height:this.chart.height??this.tall()}):this.draw()}key(e){let t={ArrowLeft:-1,ArrowRight:1}[e.key];if(!t||!this.plot||!this.chart)return;let n=this.chart.x.length-1,s=Math.min(n,Math.max(0,(this.plot.cursor.idx??(t>0?-1:n+1))+t));this.plot.setCursor({left:this.plot.valToPos(this.chart.x[s],"x"),top:10}),e.preventDefault()}};function Ex(i){return Gp.font=As(12),Math.max(44,...(i??[]).map(e=>Math.ceil(Gp.measureText(e??"").width)+12))}var Gp=document.createElement("canvas").getContext("2d");function Wp(i,e){let[t,n]=[e,e];for(;t>=0&&i[t]==null;)t--;for(;n<i.length&&i[n]==null;)n++;return t<0||n===i.length?e:t}function su(i,e=[]){return Ei("svg.swatch",{viewBox:"0 0 26 4","aria-hidden":"true"},Ei("path",{d:"M1 2H25",stroke:i,"stroke-dasharray":e.join(" ")}))}function Rs(i,e){let t=parseInt(i.slice(1),16);return`rgb(${t>>16} ${t>>8&255} ${t&255} / ${e})`}var Ti=class{constructor(e,t,n=""){this.columns=t;this.csv=ul(`table ${e}`,()=>this.cells()),this.heads=t.map(({title:s,name:r,numeric:o,about:a},l)=>A(o?"th.number":"th",{scope:"col",title:a},r===null?s:A("button.sort",{type:"button",onclick:()=>this.sort(l)},s))),this.element=A("div.scroll",{tabindex:0,role:"region","aria-label":`table: ${e}`},A(`table${n}`,{},A("thead",{},A("tr",{},this.heads)),this.body)),this.mark()}columns;csv;element;heads;body=A("tbody");rows=[];limit=1/0;absent=[];by=null;show(e,t=1/0){this.rows=e,this.limit=t,this.absent=this.columns.map(({optional:s},r)=>s===!0&&e.every(o=>o.values[r]===null));let n=this.sorted().slice(0,t).map(s=>s.draw());for(let s of[this.heads,...n.map(r=>[...r.children])])s.forEach((r,o)=>{r.toggleAttribute("hidden",this.absent[o]),r.classList.toggle("wide",this.columns[o].wide===!0)});this.body.replaceChildren(...n)}sort(e){let t=this.columns[e].numeric?["descending","ascending"]:["ascending","descending"],n=this.by?.column===e?t[t.indexOf(this.by.order)+1]:t[0];this.by=n?{column:e,order:n}:null,this.mark(),this.show(this.rows,this.limit)}mark(){this.heads.forEach((e,t)=>{this.columns[t].name!==null&&e.setAttribute("aria-sort",this.by?.column===t?this.by.order:"none")})}sorted(){if(!this.by)return this.rows;let{column:e,order:t}=this.by,n=t==="ascending"?1:-1,s=this.rows.filter(o=>o.values[e]!==null),r=this.rows.filter(o=>o.values[e]===null);return[...s.sort((o,a)=>n*Tx(o.values[e],a.values[e])),...r]}cells(){let e=this.columns.map((t,n)=>({...t,i:n})).filter(t=>t.name!==null&&!this.absent[t.i]);return[e.map(({name:t,title:n})=>t??n),...this.sorted().map(t=>e.map(({i:n})=>t.values[n]))]}};function Tx(i,e){return typeof i=="number"&&typeof e=="number"?i-e:String(i).localeCompare(String(e),"en",{numeric:!0})}var $o=8,Xp=[[],[10,4],[2,3],[9,3,2,3]],Ax=15;function Hr(i){let e=[...new Set(i.flatMap(s=>s.at))].sort((s,r)=>s-r),t=[],n=[];for(let s of[...i.keys()].reverse()){let[r,o]=[i[s],It(`group-${s%$o}`)],a=new Map(r.at.map((d,u)=>[d,u])),l=d=>e.map(u=>a.has(u)?d[a.get(u)]:null),c=(d,u)=>({label:`${r.label}, ${d}`,values:l(u),colour:Rs(o,0),width:0,quiet:!0,points:!1}),h=r.low.some(d=>d!==null)?[t.length,t.length+1]:void 0;h&&(t.push(c("upper",r.high),c("lower",r.low)),n.push({between:h,fill:Rs(o,.16)})),t.push({label:r.label,values:l(r.middle),colour:o,dash:$p(s),points:r.at.length<=Ax,edges:h})}return{x:e,series:t,bands:n}}function sr(i){return su(`var(--group-${i%$o})`,$p(i))}function $p(i){return Xp[(i+Math.floor(i/$o))%Xp.length]}var Wi=class{element;chosen;constructor(e,t,n){this.chosen=t[0];let s=o=>{this.chosen=o,r.forEach((a,l)=>a.setAttribute("aria-pressed",String(t[l]===o)))},r=t.map(o=>A("button.small",{type:"button",onclick:()=>(s(o),n())},o));s(this.chosen),this.element=A("div.group",{role:"group","aria-label":e},r)}};var qp=3,Yp="fitness (sum of rewards)",Rx={"control steps":"control steps of all species",hours:"hours of work"},dl=class{constructor(e,t){this.data=e;let{groups:n,task:s,about:r,budget:o,notes:a}=e,l=n.reduce((c,h)=>c+h.runs.length,0);this.which=new Wi("curve",e.curves,()=>this.furnish()),this.axis=new Wi("horizontal axis",e.axes,()=>this.furnish()),this.element=A("div.report",{},A("div.bar-top",{},A("a.name",{href:"#curves"},"nge compare"),A("nav.contents",{"aria-label":"sections"},A("a",{href:"#curves"},"Curves"),A("a",{href:"#table"},"Table"),A("a",{href:"#runs"},"Runs")),t),A("header.top",{},A("h1",{},`${s[0].toUpperCase()}${s.slice(1)}: ${n.length===1?"one group of runs":`${n.length} groups of runs compared`}`),A("p.summary",{},[r,Nt(l,"run"),`${o} control steps each`].map(c=>A("span",{},c))),a.length?A("ul.notes",{"aria-label":"notes"},a.map(c=>A("li",{},Zp(c)))):null),A("main",{},A("section",{id:"curves"},A("div.curve-head",{},A("h2",{},"Fitness"),A("div.choices",{},this.which.element,this.axis.element,this.plot.csv)),A("div.pair",{},this.plot.element,A("div",{},this.endsTitle,this.ends)),A("p.note",{},"Lines are interquartile means over seeds, bands their 95 % bootstrap intervals. A dot is a seed; the upright mark is their interquartile mean.")),A("section.part",{id:"table"},this.table("At the end of the budget",e.group_table,"group",0),e.group_notes.map(c=>A("p.note",{},Zp(c)))),A("section.part",{id:"runs"},this.table("Every run",e.run_table,"run",1))),A("footer",{},"Made by ",A("b",{},"nge"),", Neural Graph Evolution. Fitness is higher when better, always."))}data;element;plot=new In;ends=A("div.ends");endsTitle=A("h3");which;axis;furnish(){let[e,t]=[this.which.chosen,this.axis.chosen];this.showCurves(e,t),this.showEnds(e)}showCurves(e,t){let{groups:n}=this.data,s=n.map(o=>({label:o.name,...o.curves[e][t]})),r=Math.round(Math.min(560,Math.max(300,.5*innerHeight)));this.plot.show({xLabel:Rx[t],xShort:t,yLabel:Yp,label:`Fitness, ${e}, against ${t}`,height:r,spent:!0,...Hr(s)})}showEnds(e){this.endsTitle.textContent=`Every seed: ${e}, at the end`;let t=this.data.groups.map(c=>c.ends[e]),n=t.flatMap(c=>c.seeds).filter(c=>c!==null),s=Px(Math.min(...n),Math.max(...n)),[r,o]=[s[0],s.at(-1)],a=c=>`left:${100*(c-r)/(o-r)}%`,l=({name:c,runs:h},d)=>{let u=t[d],p=u.seeds.map((m,y)=>{let R=50+22*(y%qp-(Math.min(u.seeds.length,qp)-1)/2);return m!==null&&A("i.seed",{style:`${a(m)};top:${R}%`,title:`${h[y]}: ${xt(m)}`})}),g=u.low!==null&&u.high!==null&&A("i.interval",{style:`${a(u.low)};right:${100-100*(u.high-r)/(o-r)}%`}),v=u.middle!==null&&A("i.middle",{style:a(u.middle)}),f=`${c}: ${u.seeds.map(m=>xt(m)).join(", ")}`;return A("div.end",{style:`--hue:var(--group-${d%$o})`},A("p",{},sr(d),c),A("div.track",{role:"img","aria-label":f},s.map(m=>A("i.mark",{style:a(m)})),g,v,p))};this.ends.replaceChildren(...this.data.groups.map(l),A("div.scale",{"aria-hidden":"true"},s.map(c=>A("span",{style:a(c)},String(c).replace("-",tr)))),A("p.scale-name",{},Yp))}table(e,[t,...n],s,r){let o=h=>h<=r,a=this.data.groups.map(h=>h.name),l=(h,d)=>d===r?A(d?"td.group-name":"th.group-name",{},sr(a.indexOf(h)),h):o(d)?A("th",{},h):A("td.number",{},h==="-"?"—":h.replace(/-(?=\d)/g,tr)),c=new Ti(s,[s,...t.slice(1)].map((h,d)=>({title:h,numeric:!o(d)})),".compared");return c.show(n.map(h=>({values:h.map((d,u)=>o(u)?d:Cx(d)),draw:()=>A("tr",{},h.map(l))}))),[cl(e,c.csv),c.element]}};function Cx(i){let e=/^\[?(-?[\d.]*\d(?:e[+-]?\d+)?) ?([kMG])?$/.exec(i);if(!e)return i==="-"?null:i;let t={k:1e3,M:1e6,G:1e9};return Number(e[1])*(t[e[2]]??1)}function Zp(i){return`${i[0].toUpperCase()}${i.slice(1)}.`}function Px(i,e){let t=(e-i||Math.abs(e)||1)/4,n=10**Math.floor(Math.log10(t)),s=n*([1,2,5].find(a=>a*n>=t)??10),[r,o]=[Math.floor(i/s),Math.max(Math.ceil(e/s),Math.floor(i/s)+1)];return Array.from({length:o-r+1},(a,l)=>Number(((r+l)*s).toPrecision(6)))}var qo=class{constructor(e){this.data=e;let{species:t,operators:n}=e,s=e.generations.length-1;this.species=t.born.map((r,o)=>{let a=t.history[o],[l,c,h]=Ix(t.touched[o]),[d,u]=[t.name[o],t.seed[o]];return{id:o,label:d===null?`Species ${o}`:`${d}, seed ${u}`,name:d,seed:u,born:r,last:t.last[o],parent:t.parent[o]>=0&&t.parent[o]<o?t.parent[o]:null,operator:n[t.operator[o]],added:l,removed:c,changed:h,predicted:t.predicted[o],topology:t.topology[o],parts:e.bodies[o].length/5,history:a,fitness:a.at(-1)??null,spread:t.spread[o],episodes:t.episodes[o],failure:t.failure[o],flags:t.flags[o],recentReturn:t.recent_return[o],recentEpisodes:t.recent_episodes[o],living:t.last[o]>=s,children:[]}});for(let r of this.species)r.parent!==null&&this.species[r.parent].children.push(r.id);this.inLine=new Set(e.line),this.kept=new Uint8Array(this.species.length);for(let r=this.species.length-1;r>=0;r--){let o=this.species[r];(o.living||this.inLine.has(r)||o.children.some(a=>this.kept[a]))&&(this.kept[r]=1)}this.evolves=e.run.limits.updates===null,this.ranked=e.ranked.map(r=>this.species[r]).filter(r=>r.fitness!==null||r.name!==null);for(let r of e.evaluations)this.evaluated.set(`${r.species} ${r.sampled}`,r)}data;species;inLine;ranked;evolves;kept;bodies=new Map;evaluated=new Map;get winner(){return this.data.winner===null?null:this.species[this.data.winner]}fresh(e,t=!1){return this.evaluated.get(`${e} ${t}`)}body(e){let t=this.bodies.get(e);return t||(t=Yo(this.data,e),this.bodies.set(e,t)),t}bodyFile(e){let{kind:t,next_ids:n}=this.data,s=this.body(e);return JSON.stringify({format:"nge-body",version:1,kind:t.name,next_id:n[e],parts:s.map((r,o)=>({id:r.id,parent:r.parent<0?null:s[r.parent].id,attributes:Object.fromEntries((o?t.limb:t.torso).map((a,l)=>[a.name,r.attributes[l]])),...r.origin<0?{}:{origin:r.origin},...r.pair<0?{}:{pair:r.pair}}))},null,1)}gain(e){let t=this.species[e];if(t.parent===null||t.history[0]==null)return null;let n=this.species[t.parent],s=n.history[Math.min(t.born-1-n.born,n.history.length-1)];return s==null?null:t.history[0]-s}};function Yo({bodies:i,parts:e,colours:t},n){let s=i[n],r=[];for(let o=0;o<s.length;o+=5){let[a,l,c,h,d]=s.slice(o,o+5),[u,p,g]=e[a],v=o===0||c===0?0:1+(c-1)%(t.length-1);r.push({id:c,parent:l,origin:h,pair:d,attributes:u,place:p,solids:g,colour:t[v]})}return r}function Ix(i){return i?JSON.parse(`[${i.replaceAll("][","],[")}]`):[[],[],[]]}async function ru(i){let e=atob(i.textContent??""),t=new Uint8Array(e.length);for(let s=0;s<e.length;s++)t[s]=e.charCodeAt(s);let n=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return new Response(n).json()}function Zo(i){if(i.format!==5)throw new Error(`this page reads data of format ${5}, not ${i.format}`);return i}function Kp(i){let e=i.parts*7,t=i.frames.length/e,n=new Float32Array(i.frames.length);for(let s=0;s<e;s++){let r=s%7<3?i.step:i.turn_step,o=0,a=0;for(let l=0;l<t;l++)o+=i.frames[s*t+l],a+=o,n[l*e+s]=a*r}return n}function jp(i,e,...t){let n=(a,l,c=!1)=>[A("dt",{},a),A(`dd${c?".changed":""}`,{},String(l))],s=(a,l)=>A("div",{},A("h3",{},a),A("dl.facts",{},l.map(([c,h])=>n(c,h)))),r=a=>a===null?"none":typeof a=="boolean"?a?"yes":"no":typeof a=="object"?JSON.stringify(a):String(a),o=i.command?[["Command",i.command]]:[];return[A("div.columns",{},s("Experiment",[["Task",`${i.task}: ${i.task_about}`],...e,["Started",i.started.replace("T"," ").replace("+00:00"," UTC")],...o]),s("Budget spent",t.flat()),s("Made with",[...Object.entries(i.versions),...Object.entries(i.machine)])),A("h3",{},"Settings"),A("p.note",{},"Marked: different from the defaults of the method or policy under this preset."),A("div.settings",{},Object.entries(i.settings).map(([a,l])=>A("div",{},A("h4",{},a==="ppo"?"PPO":a),A("dl.facts",{},Object.entries(l).map(([c,h])=>n(c.replaceAll("_"," "),r(h),JSON.stringify(h)!==JSON.stringify(i.usual[a]?.[c])))))))]}function rr(i,e,t=String){return e===null?t(i):`${t(i)} of ${t(e)}`}var fl={mean_return:["return","return (sum of rewards)","Mean undiscounted return of the whole training episodes that ended, actions sampled."],reward:["reward","reward per control step","Mean reward over all copies and control steps."],kl:["KL","KL divergence (nat)","How far an update moved the policy’s actions from those of its rollout; the learning rate follows it."],policy_loss:["policy loss","policy loss","What the policy minimises, in the last pass of an update."],value_loss:["value loss","value loss (scaled returns, squared)","Half the squared error of the critic, in the last pass of an update."],clip_fraction:["clip fraction","share of actions (0 to 1)","Share of actions whose ratio was beyond the clip, in the last pass of an update."],std:["std","std of actions (command)","Standard deviation of the actions during the rollout, mean over motors."],learning_rate:["learning rate","learning rate","Learning rate of an update."],explained_variance:["explained variance","share of variance (up to 1)","Share of the variance of the returns that the critic predicted before it learned from them; 0 is no better than a constant."],grad_norm:["gradient norm","norm of the gradient","Norm of the policy’s gradient before it is clipped, in the last pass of an update."]},Qp={"control steps":"control steps of each species",hours:"hours of work"},ou="mean_return",em=Object.keys(fl).filter(i=>i!==ou),Jo=class{constructor(e,t){this.numbers=t;this.which=new Wi("number",t.map(s=>fl[s][0]),()=>this.furnish()),this.axis=new Wi("horizontal axis",Object.keys(Qp),()=>this.furnish());let n=t.length>1;this.element=A("div.curve",{},A("div.curve-head",{},A("h2",{},e),A("div.choices",{},n&&this.which.element,this.axis.element,this.plot.csv)),this.plot.element,n&&this.note)}numbers;element;plot=new In;note=A("p.note");which;axis;model=null;show(e){this.model=e,this.element.hidden=!e.data.updates.lines.length||!e.data.run.spent.updates,this.furnish()}furnish(){if(!this.model||this.element.hidden)return;let{axes:e,lines:t,window:n}=this.model.data.updates,s=this.numbers.find(d=>fl[d][0]===this.which.chosen),[r,o,a]=fl[s],l=this.axis.chosen,c=Math.max(...t.map(d=>d.species.length));this.note.textContent=[a,n>1&&`A point is the mean of ${n} updates.`,c>1&&`Lines are ${c>3?"interquartile means":"means"} over the seeds of a body, bands reach from the lowest to the highest seed.`].filter(Boolean).join(" ");let h=({name:d,species:u})=>u.length>1?`${d}, ${u.length>3?"middle":"mean"} of ${u.length} seeds`:this.model.species[u[0]].label;this.plot.show({xLabel:Qp[l],xShort:l,yLabel:o,label:`${r} against ${l}`,spent:!0,height:this.numbers.length>1?Math.round(Math.min(520,Math.max(280,.45*innerHeight))):void 0,format:Wo,...Hr(t.map(d=>({label:h(d),at:e[l],...d.numbers[s]})))})}};function Lx(i){var e=0,t=i.children,n=t&&t.length;if(!n)e=1;else for(;--n>=0;)e+=t[n].value;i.value=e}function Dx(){return this.eachAfter(Lx)}function Nx(i,e){let t=-1;for(let n of this)i.call(e,n,++t,this);return this}function Ux(i,e){for(var t=this,n=[t],s,r,o=-1;t=n.pop();)if(i.call(e,t,++o,this),s=t.children)for(r=s.length-1;r>=0;--r)n.push(s[r]);return this}function Fx(i,e){for(var t=this,n=[t],s=[],r,o,a,l=-1;t=n.pop();)if(s.push(t),r=t.children)for(o=0,a=r.length;o<a;++o)n.push(r[o]);for(;t=s.pop();)i.call(e,t,++l,this);return this}function Ox(i,e){let t=-1;for(let n of this)if(i.call(e,n,++t,this))return n}function Bx(i){return this.eachAfter(function(e){for(var t=+i(e.data)||0,n=e.children,s=n&&n.length;--s>=0;)t+=n[s].value;e.value=t})}function kx(i){return this.eachBefore(function(e){e.children&&e.children.sort(i)})}function zx(i){for(var e=this,t=Hx(e,i),n=[e];e!==t;)e=e.parent,n.push(e);for(var s=n.length;i!==t;)n.splice(s,0,i),i=i.parent;return n}function Hx(i,e){if(i===e)return i;var t=i.ancestors(),n=e.ancestors(),s=null;for(i=t.pop(),e=n.pop();i===e;)s=i,i=t.pop(),e=n.pop();return s}function Vx(){for(var i=this,e=[i];i=i.parent;)e.push(i);return e}function Gx(){return Array.from(this)}function Wx(){var i=[];return this.eachBefore(function(e){e.children||i.push(e)}),i}function Xx(){var i=this,e=[];return i.each(function(t){t!==i&&e.push({source:t.parent,target:t})}),e}function*$x(){var i=this,e,t=[i],n,s,r;do for(e=t.reverse(),t=[];i=e.pop();)if(yield i,n=i.children)for(s=0,r=n.length;s<r;++s)t.push(n[s]);while(t.length)}function Vr(i,e){i instanceof Map?(i=[void 0,i],e===void 0&&(e=Zx)):e===void 0&&(e=Yx);for(var t=new Ko(i),n,s=[t],r,o,a,l;n=s.pop();)if((o=e(n.data))&&(l=(o=Array.from(o)).length))for(n.children=o,a=l-1;a>=0;--a)s.push(r=o[a]=new Ko(o[a])),r.parent=n,r.depth=n.depth+1;return t.eachBefore(Kx)}function qx(){return Vr(this).eachBefore(Jx)}function Yx(i){return i.children}function Zx(i){return Array.isArray(i)?i[1]:null}function Jx(i){i.data.value!==void 0&&(i.value=i.data.value),i.data=i.data.data}function Kx(i){var e=0;do i.height=e;while((i=i.parent)&&i.height<++e)}function Ko(i){this.data=i,this.depth=this.height=0,this.parent=null}Ko.prototype=Vr.prototype={constructor:Ko,count:Dx,each:Nx,eachAfter:Fx,eachBefore:Ux,find:Ox,sum:Bx,sort:kx,path:zx,ancestors:Vx,descendants:Gx,leaves:Wx,links:Xx,copy:qx,[Symbol.iterator]:$x};function tm(i,e,t,n,s){for(var r=i.children,o,a=-1,l=r.length,c=i.value&&(n-e)/i.value;++a<l;)o=r[a],o.y0=t,o.y1=s,o.x0=e,o.x1=e+=o.value*c}function jx(i,e){return i.parent===e.parent?1:2}function au(i){var e=i.children;return e?e[0]:i.t}function lu(i){var e=i.children;return e?e[e.length-1]:i.t}function Qx(i,e,t){var n=t/(e.i-i.i);e.c-=n,e.s+=t,i.c+=n,e.z+=t,e.m+=t}function ev(i){for(var e=0,t=0,n=i.children,s=n.length,r;--s>=0;)r=n[s],r.z+=e,r.m+=e,e+=r.s+(t+=r.c)}function tv(i,e,t){return i.a.parent===e.parent?i.a:t}function pl(i,e){this._=i,this.parent=null,this.children=null,this.A=null,this.a=this,this.z=0,this.m=0,this.c=0,this.s=0,this.t=null,this.i=e}pl.prototype=Object.create(Ko.prototype);function nv(i){for(var e=new pl(i,0),t,n=[e],s,r,o,a;t=n.pop();)if(r=t._.children)for(t.children=new Array(a=r.length),o=a-1;o>=0;--o)n.push(s=t.children[o]=new pl(r[o],o)),s.parent=t;return(e.parent=new pl(null,0)).children=[e],e}function nm(){var i=jx,e=1,t=1,n=null;function s(c){var h=nv(c);if(h.eachAfter(r),h.parent.m=-h.z,h.eachBefore(o),n)c.eachBefore(l);else{var d=c,u=c,p=c;c.eachBefore(function(y){y.x<d.x&&(d=y),y.x>u.x&&(u=y),y.depth>p.depth&&(p=y)});var g=d===u?1:i(d,u)/2,v=g-d.x,f=e/(u.x+g+v),m=t/(p.depth||1);c.eachBefore(function(y){y.x=(y.x+v)*f,y.y=y.depth*m})}return c}function r(c){var h=c.children,d=c.parent.children,u=c.i?d[c.i-1]:null;if(h){ev(c);var p=(h[0].z+h[h.length-1].z)/2;u?(c.z=u.z+i(c._,u._),c.m=c.z-p):c.z=p}else u&&(c.z=u.z+i(c._,u._));c.parent.A=a(c,u,c.parent.A||d[0])}function o(c){c._.x=c.z+c.parent.m,c.m+=c.parent.m}function a(c,h,d){if(h){for(var u=c,p=c,g=h,v=u.parent.children[0],f=u.m,m=p.m,y=g.m,R=v.m,M;g=lu(g),u=au(u),g&&u;)v=au(v),p=lu(p),p.a=c,M=g.z+y-u.z-f+i(g._,u._),M>0&&(Qx(tv(g,c,d),c,M),f+=M,m+=M),y+=g.m,f+=u.m,R+=v.m,m+=p.m;g&&!lu(p)&&(p.t=g,p.m+=y-m),u&&!au(v)&&(v.t=u,v.m+=f-R,d=c)}return d}function l(c){c.x*=e,c.y=c.depth*t}return s.separation=function(c){return arguments.length?(i=c,s):i},s.size=function(c){return arguments.length?(n=!1,e=+c[0],t=+c[1],s):n?null:[e,t]},s.nodeSize=function(c){return arguments.length?(n=!0,e=+c[0],t=+c[1],s):n?[e,t]:null},s}function im(i,e,t,n,s){for(var r=i.children,o,a=-1,l=r.length,c=i.value&&(s-t)/i.value;++a<l;)o=r[a],o.x0=e,o.x1=n,o.y0=t,o.y1=t+=o.value*c}var sm=(1+Math.sqrt(5))/2;function rm(i,e,t,n,s,r){for(var o=[],a=e.children,l,c,h=0,d=0,u=a.length,p,g,v=e.value,f,m,y,R,M,C,T;h<u;){p=s-t,g=r-n;do f=a[d++].value;while(!f&&d<u);for(m=y=f,C=Math.max(g/p,p/g)/(v*i),T=f*f*C,M=Math.max(y/T,T/m);d<u;++d){if(f+=c=a[d].value,c<m&&(m=c),c>y&&(y=c),T=f*f*C,R=Math.max(y/T,T/m),R>M){f-=c;break}M=R}o.push(l={value:f,dice:p<g,children:a.slice(h,d)}),l.dice?tm(l,t,n,s,v?n+=g*f/v:r):im(l,t,n,v?t+=p*f/v:s,r),v-=f,h=d}return o}var o1=(function i(e){function t(n,s,r,o,a){rm(e,n,s,r,o,a)}return t.ratio=function(n){return i((n=+n)>1?n:1)},t})(sm);var a1=(function i(e){function t(n,s,r,o,a){if((l=n._squarify)&&l.ratio===e)for(var l,c,h,d,u=-1,p,g=l.length,v=n.value;++u<g;){for(c=l[u],h=c.children,d=c.value=0,p=h.length;d<p;++d)c.value+=h[d].value;c.dice?tm(c,s,r,o,v?r+=(a-r)*c.value/v:a):im(c,s,r,v?s+=(o-s)*c.value/v:o,a),v-=c.value}else n._squarify=l=rm(e,n,s,r,o,a),l.ratio=e}return t.ratio=function(n){return i((n=+n)>1?n:1)},t})(sm);var zs={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Hs={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Pm=0,Fu=1,Im=2;var dr=1,Lm=2,go=3,Vs=0,$n=1,_i=2,fr=0,_o=1,Ou=2,Bu=3,ku=4,Dm=5;var pr=100,Nm=101,Um=102,Fm=103,Om=104,Bm=200,km=201,zm=202,Hm=203,zu=204,Hu=205,Vm=206,Gm=207,Wm=208,Xm=209,$m=210,qm=211,Ym=212,Zm=213,Jm=214,Ol=0,Bl=1,kl=2,io=3,zl=4,Hl=5,Vl=6,Gl=7,fc=0,Km=1,jm=2,xi=0,Vu=1,Gu=2,Wu=3,Xu=4,$u=5,qu=6,Yu=7;var Zu=300,mr=301,xo=302,pc=303,mc=304,so=1e3,$i=1001,Wl=1002,Tn=1003,Qm=1004;var Ra=1005;var Wn=1006,gc=1007;var ms=1008;var Yn=1009,Ju=1010,Ku=1011,vo=1012,_c=1013,Li=1014,Di=1015,Ni=1016,xc=1017,vc=1018,gr=1020,ju=35902,Qu=35899,ed=1021,td=1022,Ui=1023,ds=1026,gs=1027,nd=1028,yc=1029,Gs=1030,bc=1031;var Mc=1033,Ca=33776,Pa=33777,Ia=33778,La=33779,Sc=35840,wc=35841,Ec=35842,Tc=35843,Ac=36196,Rc=37492,Cc=37496,Pc=37488,Ic=37489,Da=37490,Lc=37491,Dc=37808,Nc=37809,Uc=37810,Fc=37811,Oc=37812,Bc=37813,kc=37814,zc=37815,Hc=37816,Vc=37817,Gc=37818,Wc=37819,Xc=37820,$c=37821,qc=36492,Yc=36494,Zc=36495,Jc=36283,Kc=36284,Na=36285,jc=36286;var ra=2300,Xl=2301,Ul=2302,Cu=2303,Pu=2400,Iu=2401,Lu=2402;var eg=3200;var Ua=0,tg=1,_s="",Vn="srgb",oa="srgb-linear",aa="linear",Tt="srgb";var Fl=7680;var ng=519,ig=512,sg=513,rg=514,id=515,og=516,ag=517,sd=518,rd=519,lg=35044;var od="300 es",mi=2e3,ro=2001;function iv(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function sv(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function la(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function cg(){let i=la("canvas");return i.style.display="block",i}var om={},oo=null;function ad(...i){let e="THREE."+i.shift();oo?oo("log",e,...i):console.log(e,...i)}function hg(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function qe(...i){i=hg(i);let e="THREE."+i.shift();if(oo)oo("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function Qe(...i){i=hg(i);let e="THREE."+i.shift();if(oo)oo("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function na(...i){let e=i.join(" ");e in om||(om[e]=!0,qe(...i))}function ug(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var dg={[Ol]:Ol,[kl]:Vl,[zl]:zl,[io]:Hl,[Bl]:Bl,[Vl]:kl,[Gl]:Gl,[Hl]:io},Pi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},Ln=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],am=1234567,ia=Math.PI/180,ao=180/Math.PI;function yo(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Ln[i&255]+Ln[i>>8&255]+Ln[i>>16&255]+Ln[i>>24&255]+"-"+Ln[e&255]+Ln[e>>8&255]+"-"+Ln[e>>16&15|64]+Ln[e>>24&255]+"-"+Ln[t&63|128]+Ln[t>>8&255]+"-"+Ln[t>>16&255]+Ln[t>>24&255]+Ln[n&255]+Ln[n>>8&255]+Ln[n>>16&255]+Ln[n>>24&255]).toLowerCase()}function ft(i,e,t){return Math.max(e,Math.min(t,i))}function ld(i,e){return(i%e+e)%e}function rv(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function ov(i,e,t){return i!==e?(t-i)/(e-i):0}function sa(i,e,t){return(1-t)*i+t*e}function av(i,e,t,n){return sa(i,e,1-Math.exp(-t*n))}function lv(i,e=1){return e-Math.abs(ld(i,e*2)-e)}function cv(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function hv(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function uv(i,e){return i+Math.floor(Math.random()*(e-i+1))}function dv(i,e){return i+Math.random()*(e-i)}function fv(i){return i*(.5-Math.random())}function pv(i){i!==void 0&&(am=i);let e=am+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function mv(i){return i*ia}function gv(i){return i*ao}function _v(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function xv(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function cd(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function vv(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),d=r((e-n)/2),u=o((e-n)/2),p=r((n-e)/2),g=o((n-e)/2);switch(s){case"XYX":i.set(a*h,l*d,l*u,a*c);break;case"YZY":i.set(l*u,a*h,l*d,a*c);break;case"ZXZ":i.set(l*d,l*u,a*h,a*c);break;case"XZX":i.set(a*h,l*g,l*p,a*c);break;case"YXY":i.set(l*p,a*h,l*g,a*c);break;case"ZYZ":i.set(l*g,l*p,a*h,a*c);break;default:qe("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function hd(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function fg(i,e){if(e.constructor===Float32Array)return i;let t=hd(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function pg(i,e){if(e.constructor===Float32Array)return i;let t=hd(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var ud={DEG2RAD:ia,RAD2DEG:ao,generateUUID:yo,clamp:ft,euclideanModulo:ld,mapLinear:rv,inverseLerp:ov,lerp:sa,damp:av,pingpong:lv,smoothstep:cv,smootherstep:hv,randInt:uv,randFloat:dv,randFloatSpread:fv,seededRandom:pv,degToRad:mv,radToDeg:gv,isPowerOfTwo:_v,ceilPowerOfTwo:xv,floorPowerOfTwo:cd,setQuaternionFromProperEuler:vv,normalize:pg,denormalize:fg},Ke=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=ft(this.x,e.x,t.x),this.y=ft(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=ft(this.x,e,t),this.y=ft(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(ft(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(ft(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},ai=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],d=n[s+3],u=r[o+0],p=r[o+1],g=r[o+2],v=r[o+3];if(d!==v||l!==u||c!==p||h!==g){let f=l*u+c*p+h*g+d*v;f<0&&(u=-u,p=-p,g=-g,v=-v,f=-f);let m=1-a;if(f<.9995){let y=Math.acos(f),R=Math.sin(y);m=Math.sin(m*y)/R,a=Math.sin(a*y)/R,l=l*m+u*a,c=c*m+p*a,h=h*m+g*a,d=d*m+v*a}else{l=l*m+u*a,c=c*m+p*a,h=h*m+g*a,d=d*m+v*a;let y=1/Math.sqrt(l*l+c*c+h*h+d*d);l*=y,c*=y,h*=y,d*=y}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=d}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],d=r[o],u=r[o+1],p=r[o+2],g=r[o+3];return e[t]=a*g+h*d+l*p-c*u,e[t+1]=l*g+h*u+c*d-a*p,e[t+2]=c*g+h*p+a*u-l*d,e[t+3]=h*g-a*d-l*u-c*p,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),d=a(r/2),u=l(n/2),p=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=u*h*d+c*p*g,this._y=c*p*d-u*h*g,this._z=c*h*g+u*p*d,this._w=c*h*d-u*p*g;break;case"YXZ":this._x=u*h*d+c*p*g,this._y=c*p*d-u*h*g,this._z=c*h*g-u*p*d,this._w=c*h*d+u*p*g;break;case"ZXY":this._x=u*h*d-c*p*g,this._y=c*p*d+u*h*g,this._z=c*h*g+u*p*d,this._w=c*h*d-u*p*g;break;case"ZYX":this._x=u*h*d-c*p*g,this._y=c*p*d+u*h*g,this._z=c*h*g-u*p*d,this._w=c*h*d+u*p*g;break;case"YZX":this._x=u*h*d+c*p*g,this._y=c*p*d+u*h*g,this._z=c*h*g-u*p*d,this._w=c*h*d-u*p*g;break;case"XZY":this._x=u*h*d-c*p*g,this._y=c*p*d-u*h*g,this._z=c*h*g+u*p*d,this._w=c*h*d+u*p*g;break;default:qe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],d=t[10],u=n+a+d;if(u>0){let p=.5/Math.sqrt(u+1);this._w=.25/p,this._x=(h-l)*p,this._y=(r-c)*p,this._z=(o-s)*p}else if(n>a&&n>d){let p=2*Math.sqrt(1+n-a-d);this._w=(h-l)/p,this._x=.25*p,this._y=(s+o)/p,this._z=(r+c)/p}else if(a>d){let p=2*Math.sqrt(1+a-n-d);this._w=(r-c)/p,this._x=(s+o)/p,this._y=.25*p,this._z=(l+h)/p}else{let p=2*Math.sqrt(1+d-n-a);this._w=(o-s)/p,this._x=(r+c)/p,this._y=(l+h)/p,this._z=.25*p}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(ft(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},q=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(lm.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(lm.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),h=2*(a*t-r*s),d=2*(r*n-o*t);return this.x=t+l*c+o*d-a*h,this.y=n+l*h+a*c-r*d,this.z=s+l*d+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=ft(this.x,e.x,t.x),this.y=ft(this.y,e.y,t.y),this.z=ft(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=ft(this.x,e,t),this.y=ft(this.y,e,t),this.z=ft(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(ft(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return cu.copy(this).projectOnVector(e),this.sub(cu)}reflect(e){return this.sub(cu.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(ft(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},cu=new q,lm=new ai,et=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],d=n[7],u=n[2],p=n[5],g=n[8],v=s[0],f=s[3],m=s[6],y=s[1],R=s[4],M=s[7],C=s[2],T=s[5],x=s[8];return r[0]=o*v+a*y+l*C,r[3]=o*f+a*R+l*T,r[6]=o*m+a*M+l*x,r[1]=c*v+h*y+d*C,r[4]=c*f+h*R+d*T,r[7]=c*m+h*M+d*x,r[2]=u*v+p*y+g*C,r[5]=u*f+p*R+g*T,r[8]=u*m+p*M+g*x,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],d=h*o-a*c,u=a*l-h*r,p=c*r-o*l,g=t*d+n*u+s*p;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let v=1/g;return e[0]=d*v,e[1]=(s*c-h*n)*v,e[2]=(a*n-s*o)*v,e[3]=u*v,e[4]=(h*t-s*l)*v,e[5]=(s*r-a*t)*v,e[6]=p*v,e[7]=(n*l-c*t)*v,e[8]=(o*t-n*r)*v,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return na("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(hu.makeScale(e,t)),this}rotate(e){return na("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(hu.makeRotation(-e)),this}translate(e,t){return na("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(hu.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},hu=new et,cm=new et().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),hm=new et().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function yv(){let i={enabled:!0,workingColorSpace:oa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Tt&&(s.r=us(s.r),s.g=us(s.g),s.b=us(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Tt&&(s.r=no(s.r),s.g=no(s.g),s.b=no(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===_s?aa:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[oa]:{primaries:e,whitePoint:n,transfer:aa,toXYZ:cm,fromXYZ:hm,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Vn},outputColorSpaceConfig:{drawingBufferColorSpace:Vn}},[Vn]:{primaries:e,whitePoint:n,transfer:Tt,toXYZ:cm,fromXYZ:hm,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Vn}}}),i}var _t=yv();function us(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function no(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Gr,$l=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{Gr===void 0&&(Gr=la("canvas")),Gr.width=e.width,Gr.height=e.height;let s=Gr.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=Gr}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=la("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=us(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(us(t[n]/255)*255):t[n]=us(t[n]);return{data:t,width:e.width,height:e.height}}else return qe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},bv=0,lo=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:bv++}),this.uuid=yo(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(uu(s[o].image)):r.push(uu(s[o]))}else r=uu(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function uu(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?$l.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(qe("Texture: Unable to serialize Texture."),{})}var Mv=0,du=new q,Xn=class i extends Pi{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=$i,s=$i,r=Wn,o=ms,a=Ui,l=Yn,c=i.DEFAULT_ANISOTROPY,h=_s){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Mv++}),this.uuid=yo(),this.name="",this.source=new lo(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ke(0,0),this.repeat=new Ke(1,1),this.center=new Ke(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new et,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(du).x}get height(){return this.source.getSize(du).y}get depth(){return this.source.getSize(du).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){qe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Zu)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case so:e.x=e.x-Math.floor(e.x);break;case $i:e.x=e.x<0?0:1;break;case Wl:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case so:e.y=e.y-Math.floor(e.y);break;case $i:e.y=e.y<0?0:1;break;case Wl:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Xn.DEFAULT_IMAGE=null;Xn.DEFAULT_MAPPING=Zu;Xn.DEFAULT_ANISOTROPY=1;var Yt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],h=l[4],d=l[8],u=l[1],p=l[5],g=l[9],v=l[2],f=l[6],m=l[10];if(Math.abs(h-u)<.01&&Math.abs(d-v)<.01&&Math.abs(g-f)<.01){if(Math.abs(h+u)<.1&&Math.abs(d+v)<.1&&Math.abs(g+f)<.1&&Math.abs(c+p+m-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let R=(c+1)/2,M=(p+1)/2,C=(m+1)/2,T=(h+u)/4,x=(d+v)/4,E=(g+f)/4;return R>M&&R>C?R<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(R),s=T/n,r=x/n):M>C?M<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(M),n=T/s,r=E/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=x/r,s=E/r),this.set(n,s,r,t),this}let y=Math.sqrt((f-g)*(f-g)+(d-v)*(d-v)+(u-h)*(u-h));return Math.abs(y)<.001&&(y=1),this.x=(f-g)/y,this.y=(d-v)/y,this.z=(u-h)/y,this.w=Math.acos((c+p+m-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=ft(this.x,e.x,t.x),this.y=ft(this.y,e.y,t.y),this.z=ft(this.z,e.z,t.z),this.w=ft(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=ft(this.x,e,t),this.y=ft(this.y,e,t),this.z=ft(this.z,e,t),this.w=ft(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(ft(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},ql=class extends Pi{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Wn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Yt(0,0,e,t),this.scissorTest=!1,this.viewport=new Yt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Xn({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Wn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new lo(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},li=class extends ql{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},ca=class extends Xn{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Tn,this.minFilter=Tn,this.wrapR=$i,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var Yl=class extends Xn{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Tn,this.minFilter=Tn,this.wrapR=$i,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var qt=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,h,d,u,p,g,v,f){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,h,d,u,p,g,v,f)}set(e,t,n,s,r,o,a,l,c,h,d,u,p,g,v,f){let m=this.elements;return m[0]=e,m[4]=t,m[8]=n,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=h,m[10]=d,m[14]=u,m[3]=p,m[7]=g,m[11]=v,m[15]=f,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/Wr.setFromMatrixColumn(e,0).length(),r=1/Wr.setFromMatrixColumn(e,1).length(),o=1/Wr.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),d=Math.sin(r);if(e.order==="XYZ"){let u=o*h,p=o*d,g=a*h,v=a*d;t[0]=l*h,t[4]=-l*d,t[8]=c,t[1]=p+g*c,t[5]=u-v*c,t[9]=-a*l,t[2]=v-u*c,t[6]=g+p*c,t[10]=o*l}else if(e.order==="YXZ"){let u=l*h,p=l*d,g=c*h,v=c*d;t[0]=u+v*a,t[4]=g*a-p,t[8]=o*c,t[1]=o*d,t[5]=o*h,t[9]=-a,t[2]=p*a-g,t[6]=v+u*a,t[10]=o*l}else if(e.order==="ZXY"){let u=l*h,p=l*d,g=c*h,v=c*d;t[0]=u-v*a,t[4]=-o*d,t[8]=g+p*a,t[1]=p+g*a,t[5]=o*h,t[9]=v-u*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let u=o*h,p=o*d,g=a*h,v=a*d;t[0]=l*h,t[4]=g*c-p,t[8]=u*c+v,t[1]=l*d,t[5]=v*c+u,t[9]=p*c-g,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let u=o*l,p=o*c,g=a*l,v=a*c;t[0]=l*h,t[4]=v-u*d,t[8]=g*d+p,t[1]=d,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=p*d+g,t[10]=u-v*d}else if(e.order==="XZY"){let u=o*l,p=o*c,g=a*l,v=a*c;t[0]=l*h,t[4]=-d,t[8]=c*h,t[1]=u*d+v,t[5]=o*h,t[9]=p*d-g,t[2]=g*d-p,t[6]=a*h,t[10]=v*d+u}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Sv,e,wv)}lookAt(e,t,n){let s=this.elements;return si.subVectors(e,t),si.lengthSq()===0&&(si.z=1),si.normalize(),Cs.crossVectors(n,si),Cs.lengthSq()===0&&(Math.abs(n.z)===1?si.x+=1e-4:si.z+=1e-4,si.normalize(),Cs.crossVectors(n,si)),Cs.normalize(),ml.crossVectors(si,Cs),s[0]=Cs.x,s[4]=ml.x,s[8]=si.x,s[1]=Cs.y,s[5]=ml.y,s[9]=si.y,s[2]=Cs.z,s[6]=ml.z,s[10]=si.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],d=n[5],u=n[9],p=n[13],g=n[2],v=n[6],f=n[10],m=n[14],y=n[3],R=n[7],M=n[11],C=n[15],T=s[0],x=s[4],E=s[8],B=s[12],L=s[1],D=s[5],z=s[9],H=s[13],U=s[2],W=s[6],Y=s[10],G=s[14],ce=s[3],K=s[7],Q=s[11],se=s[15];return r[0]=o*T+a*L+l*U+c*ce,r[4]=o*x+a*D+l*W+c*K,r[8]=o*E+a*z+l*Y+c*Q,r[12]=o*B+a*H+l*G+c*se,r[1]=h*T+d*L+u*U+p*ce,r[5]=h*x+d*D+u*W+p*K,r[9]=h*E+d*z+u*Y+p*Q,r[13]=h*B+d*H+u*G+p*se,r[2]=g*T+v*L+f*U+m*ce,r[6]=g*x+v*D+f*W+m*K,r[10]=g*E+v*z+f*Y+m*Q,r[14]=g*B+v*H+f*G+m*se,r[3]=y*T+R*L+M*U+C*ce,r[7]=y*x+R*D+M*W+C*K,r[11]=y*E+R*z+M*Y+C*Q,r[15]=y*B+R*H+M*G+C*se,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],d=e[6],u=e[10],p=e[14],g=e[3],v=e[7],f=e[11],m=e[15],y=l*p-c*u,R=a*p-c*d,M=a*u-l*d,C=o*p-c*h,T=o*u-l*h,x=o*d-a*h;return t*(v*y-f*R+m*M)-n*(g*y-f*C+m*T)+s*(g*R-v*C+m*x)-r*(g*M-v*T+f*x)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],d=e[9],u=e[10],p=e[11],g=e[12],v=e[13],f=e[14],m=e[15],y=t*a-n*o,R=t*l-s*o,M=t*c-r*o,C=n*l-s*a,T=n*c-r*a,x=s*c-r*l,E=h*v-d*g,B=h*f-u*g,L=h*m-p*g,D=d*f-u*v,z=d*m-p*v,H=u*m-p*f,U=y*H-R*z+M*D+C*L-T*B+x*E;if(U===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let W=1/U;return e[0]=(a*H-l*z+c*D)*W,e[1]=(s*z-n*H-r*D)*W,e[2]=(v*x-f*T+m*C)*W,e[3]=(u*T-d*x-p*C)*W,e[4]=(l*L-o*H-c*B)*W,e[5]=(t*H-s*L+r*B)*W,e[6]=(f*M-g*x-m*R)*W,e[7]=(h*x-u*M+p*R)*W,e[8]=(o*z-a*L+c*E)*W,e[9]=(n*L-t*z-r*E)*W,e[10]=(g*T-v*M+m*y)*W,e[11]=(d*M-h*T-p*y)*W,e[12]=(a*B-o*D-l*E)*W,e[13]=(t*D-n*B+s*E)*W,e[14]=(v*R-g*C-f*y)*W,e[15]=(h*C-d*R+u*y)*W,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,d=a+a,u=r*c,p=r*h,g=r*d,v=o*h,f=o*d,m=a*d,y=l*c,R=l*h,M=l*d,C=n.x,T=n.y,x=n.z;return s[0]=(1-(v+m))*C,s[1]=(p+M)*C,s[2]=(g-R)*C,s[3]=0,s[4]=(p-M)*T,s[5]=(1-(u+m))*T,s[6]=(f+y)*T,s[7]=0,s[8]=(g+R)*x,s[9]=(f-y)*x,s[10]=(1-(u+v))*x,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=Wr.set(s[0],s[1],s[2]).length(),a=Wr.set(s[4],s[5],s[6]).length(),l=Wr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ai.copy(this);let c=1/o,h=1/a,d=1/l;return Ai.elements[0]*=c,Ai.elements[1]*=c,Ai.elements[2]*=c,Ai.elements[4]*=h,Ai.elements[5]*=h,Ai.elements[6]*=h,Ai.elements[8]*=d,Ai.elements[9]*=d,Ai.elements[10]*=d,t.setFromRotationMatrix(Ai),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=mi,l=!1){let c=this.elements,h=2*r/(t-e),d=2*r/(n-s),u=(t+e)/(t-e),p=(n+s)/(n-s),g,v;if(l)g=r/(o-r),v=o*r/(o-r);else if(a===mi)g=-(o+r)/(o-r),v=-2*o*r/(o-r);else if(a===ro)g=-o/(o-r),v=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=u,c[12]=0,c[1]=0,c[5]=d,c[9]=p,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=mi,l=!1){let c=this.elements,h=2/(t-e),d=2/(n-s),u=-(t+e)/(t-e),p=-(n+s)/(n-s),g,v;if(l)g=1/(o-r),v=o/(o-r);else if(a===mi)g=-2/(o-r),v=-(o+r)/(o-r);else if(a===ro)g=-1/(o-r),v=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=u,c[1]=0,c[5]=d,c[9]=0,c[13]=p,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},Wr=new q,Ai=new qt,Sv=new q(0,0,0),wv=new q(1,1,1),Cs=new q,ml=new q,si=new q,um=new qt,dm=new ai,Zi=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],d=s[2],u=s[6],p=s[10];switch(t){case"XYZ":this._y=Math.asin(ft(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,p),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-ft(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,p),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-d,r),this._z=0);break;case"ZXY":this._x=Math.asin(ft(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-d,p),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-ft(d,-1,1)),Math.abs(d)<.9999999?(this._x=Math.atan2(u,p),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(ft(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-d,r)):(this._x=0,this._y=Math.atan2(a,p));break;case"XZY":this._z=Math.asin(-ft(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,p),this._y=0);break;default:qe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return um.makeRotationFromQuaternion(e),this.setFromRotationMatrix(um,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return dm.setFromEuler(this),this.setFromQuaternion(dm,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Zi.DEFAULT_ORDER="XYZ";var ha=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},Ev=0,fm=new q,Xr=new ai,os=new qt,gl=new q,jo=new q,Tv=new q,Av=new ai,pm=new q(1,0,0),mm=new q(0,1,0),gm=new q(0,0,1),_m={type:"added"},Rv={type:"removed"},$r={type:"childadded",child:null},fu={type:"childremoved",child:null},Nn=class i extends Pi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Ev++}),this.uuid=yo(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new q,t=new Zi,n=new ai,s=new q(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new qt},normalMatrix:{value:new et}}),this.matrix=new qt,this.matrixWorld=new qt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new ha,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Xr.setFromAxisAngle(e,t),this.quaternion.multiply(Xr),this}rotateOnWorldAxis(e,t){return Xr.setFromAxisAngle(e,t),this.quaternion.premultiply(Xr),this}rotateX(e){return this.rotateOnAxis(pm,e)}rotateY(e){return this.rotateOnAxis(mm,e)}rotateZ(e){return this.rotateOnAxis(gm,e)}translateOnAxis(e,t){return fm.copy(e).applyQuaternion(this.quaternion),this.position.add(fm.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(pm,e)}translateY(e){return this.translateOnAxis(mm,e)}translateZ(e){return this.translateOnAxis(gm,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(os.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?gl.copy(e):gl.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),jo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?os.lookAt(jo,gl,this.up):os.lookAt(gl,jo,this.up),this.quaternion.setFromRotationMatrix(os),s&&(os.extractRotation(s.matrixWorld),Xr.setFromRotationMatrix(os),this.quaternion.premultiply(Xr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Qe("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(_m),$r.child=e,this.dispatchEvent($r),$r.child=null):Qe("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(Rv),fu.child=e,this.dispatchEvent(fu),fu.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),os.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),os.multiply(e.parent.matrixWorld)),e.applyMatrix4(os),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(_m),$r.child=e,this.dispatchEvent($r),$r.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(jo,e,Tv),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(jo,Av,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let d=l[c];r(e.shapes,d)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),d=o(e.shapes),u=o(e.skeletons),p=o(e.animations),g=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),d.length>0&&(n.shapes=d),u.length>0&&(n.skeletons=u),p.length>0&&(n.animations=p),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Nn.DEFAULT_UP=new q(0,1,0);Nn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Nn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var qi=class extends Nn{constructor(){super(),this.isGroup=!0,this.type="Group"}},Cv={type:"move"},co=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new qi,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new qi,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new q,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new q),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new qi,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new q,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new q,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let v of e.hand.values()){let f=t.getJointPose(v,n),m=this._getHandJoint(c,v);f!==null&&(m.matrix.fromArray(f.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=f.radius),m.visible=f!==null}let h=c.joints["index-finger-tip"],d=c.joints["thumb-tip"],u=h.position.distanceTo(d.position),p=.02,g=.005;c.inputState.pinching&&u>p+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&u<=p-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Cv)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new qi;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},mg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ps={h:0,s:0,l:0},_l={h:0,s:0,l:0};function pu(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var ot=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Vn){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,_t.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=_t.workingColorSpace){return this.r=e,this.g=t,this.b=n,_t.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=_t.workingColorSpace){if(e=ld(e,1),t=ft(t,0,1),n=ft(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=pu(o,r,e+1/3),this.g=pu(o,r,e),this.b=pu(o,r,e-1/3)}return _t.colorSpaceToWorking(this,s),this}setStyle(e,t=Vn){function n(r){r!==void 0&&parseFloat(r)<1&&qe("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:qe("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);qe("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Vn){let n=mg[e.toLowerCase()];return n!==void 0?this.setHex(n,t):qe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=us(e.r),this.g=us(e.g),this.b=us(e.b),this}copyLinearToSRGB(e){return this.r=no(e.r),this.g=no(e.g),this.b=no(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Vn){return _t.workingToColorSpace(Dn.copy(this),e),Math.round(ft(Dn.r*255,0,255))*65536+Math.round(ft(Dn.g*255,0,255))*256+Math.round(ft(Dn.b*255,0,255))}getHexString(e=Vn){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=_t.workingColorSpace){_t.workingToColorSpace(Dn.copy(this),t);let n=Dn.r,s=Dn.g,r=Dn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let d=o-a;switch(c=h<=.5?d/(o+a):d/(2-o-a),o){case n:l=(s-r)/d+(s<r?6:0);break;case s:l=(r-n)/d+2;break;case r:l=(n-s)/d+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=_t.workingColorSpace){return _t.workingToColorSpace(Dn.copy(this),t),e.r=Dn.r,e.g=Dn.g,e.b=Dn.b,e}getStyle(e=Vn){_t.workingToColorSpace(Dn.copy(this),e);let t=Dn.r,n=Dn.g,s=Dn.b;return e!==Vn?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Ps),this.setHSL(Ps.h+e,Ps.s+t,Ps.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Ps),e.getHSL(_l);let n=sa(Ps.h,_l.h,t),s=sa(Ps.s,_l.s,t),r=sa(Ps.l,_l.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Dn=new ot;ot.NAMES=mg;var ua=class i{constructor(e,t=1,n=1e3){this.isFog=!0,this.name="",this.color=new ot(e),this.near=t,this.far=n}clone(){return new i(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},da=class extends Nn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Zi,this.environmentIntensity=1,this.environmentRotation=new Zi,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ri=new q,as=new q,mu=new q,ls=new q,qr=new q,Yr=new q,xm=new q,gu=new q,_u=new q,xu=new q,vu=new Yt,yu=new Yt,bu=new Yt,Ns=class i{constructor(e=new q,t=new q,n=new q){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Ri.subVectors(e,t),s.cross(Ri);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Ri.subVectors(s,t),as.subVectors(n,t),mu.subVectors(e,t);let o=Ri.dot(Ri),a=Ri.dot(as),l=Ri.dot(mu),c=as.dot(as),h=as.dot(mu),d=o*c-a*a;if(d===0)return r.set(0,0,0),null;let u=1/d,p=(c*l-a*h)*u,g=(o*h-a*l)*u;return r.set(1-p-g,g,p)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,ls)===null?!1:ls.x>=0&&ls.y>=0&&ls.x+ls.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,ls)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ls.x),l.addScaledVector(o,ls.y),l.addScaledVector(a,ls.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return vu.setScalar(0),yu.setScalar(0),bu.setScalar(0),vu.fromBufferAttribute(e,t),yu.fromBufferAttribute(e,n),bu.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(vu,r.x),o.addScaledVector(yu,r.y),o.addScaledVector(bu,r.z),o}static isFrontFacing(e,t,n,s){return Ri.subVectors(n,t),as.subVectors(e,t),Ri.cross(as).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ri.subVectors(this.c,this.b),as.subVectors(this.a,this.b),Ri.cross(as).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;qr.subVectors(s,n),Yr.subVectors(r,n),gu.subVectors(e,n);let l=qr.dot(gu),c=Yr.dot(gu);if(l<=0&&c<=0)return t.copy(n);_u.subVectors(e,s);let h=qr.dot(_u),d=Yr.dot(_u);if(h>=0&&d<=h)return t.copy(s);let u=l*d-h*c;if(u<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(qr,o);xu.subVectors(e,r);let p=qr.dot(xu),g=Yr.dot(xu);if(g>=0&&p<=g)return t.copy(r);let v=p*c-l*g;if(v<=0&&c>=0&&g<=0)return a=c/(c-g),t.copy(n).addScaledVector(Yr,a);let f=h*g-p*d;if(f<=0&&d-h>=0&&p-g>=0)return xm.subVectors(r,s),a=(d-h)/(d-h+(p-g)),t.copy(s).addScaledVector(xm,a);let m=1/(f+v+u);return o=v*m,a=u*m,t.copy(n).addScaledVector(qr,o).addScaledVector(Yr,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Ii=class{constructor(e=new q(1/0,1/0,1/0),t=new q(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Ci.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Ci.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Ci.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Ci):Ci.fromBufferAttribute(r,o),Ci.applyMatrix4(e.matrixWorld),this.expandByPoint(Ci);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),xl.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),xl.copy(n.boundingBox)),xl.applyMatrix4(e.matrixWorld),this.union(xl)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Ci),Ci.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Qo),vl.subVectors(this.max,Qo),Zr.subVectors(e.a,Qo),Jr.subVectors(e.b,Qo),Kr.subVectors(e.c,Qo),Is.subVectors(Jr,Zr),Ls.subVectors(Kr,Jr),or.subVectors(Zr,Kr);let t=[0,-Is.z,Is.y,0,-Ls.z,Ls.y,0,-or.z,or.y,Is.z,0,-Is.x,Ls.z,0,-Ls.x,or.z,0,-or.x,-Is.y,Is.x,0,-Ls.y,Ls.x,0,-or.y,or.x,0];return!Mu(t,Zr,Jr,Kr,vl)||(t=[1,0,0,0,1,0,0,0,1],!Mu(t,Zr,Jr,Kr,vl))?!1:(yl.crossVectors(Is,Ls),t=[yl.x,yl.y,yl.z],Mu(t,Zr,Jr,Kr,vl))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Ci).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Ci).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(cs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),cs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),cs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),cs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),cs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),cs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),cs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),cs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(cs),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},cs=[new q,new q,new q,new q,new q,new q,new q,new q],Ci=new q,xl=new Ii,Zr=new q,Jr=new q,Kr=new q,Is=new q,Ls=new q,or=new q,Qo=new q,vl=new q,yl=new q,ar=new q;function Mu(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){ar.fromArray(i,r);let a=s.x*Math.abs(ar.x)+s.y*Math.abs(ar.y)+s.z*Math.abs(ar.z),l=e.dot(ar),c=t.dot(ar),h=n.dot(ar);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var un=new q,bl=new Ke,Pv=0,Yi=class extends Pi{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Pv++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=lg,this.updateRanges=[],this.gpuType=Di,this.version=0,this._normalizationScale=e!==void 0?hd(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)bl.fromBufferAttribute(this,t),bl.applyMatrix3(e),this.setXY(t,bl.x,bl.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)un.fromBufferAttribute(this,t),un.applyMatrix3(e),this.setXYZ(t,un.x,un.y,un.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)un.fromBufferAttribute(this,t),un.applyMatrix4(e),this.setXYZ(t,un.x,un.y,un.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)un.fromBufferAttribute(this,t),un.applyNormalMatrix(e),this.setXYZ(t,un.x,un.y,un.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)un.fromBufferAttribute(this,t),un.transformDirection(e),this.setXYZ(t,un.x,un.y,un.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):fg(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):pg(e,this.array)}};var fa=class extends Yi{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var pa=class extends Yi{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var dn=class extends Yi{constructor(e,t,n){super(new Float32Array(e),t,n)}},Iv=new Ii,ea=new q,Su=new q,ho=class{constructor(e=new q,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):Iv.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;ea.subVectors(e,this.center);let t=ea.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(ea,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Su.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(ea.copy(e.center).add(Su)),this.expandByPoint(ea.copy(e.center).sub(Su))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Lv=0,pi=new qt,wu=new Nn,jr=new q,ri=new Ii,ta=new Ii,En=new q,gi=class i extends Pi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Lv++}),this.uuid=yo(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(iv(e)?pa:fa)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new et().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return pi.makeRotationFromQuaternion(e),this.applyMatrix4(pi),this}rotateX(e){return pi.makeRotationX(e),this.applyMatrix4(pi),this}rotateY(e){return pi.makeRotationY(e),this.applyMatrix4(pi),this}rotateZ(e){return pi.makeRotationZ(e),this.applyMatrix4(pi),this}translate(e,t,n){return pi.makeTranslation(e,t,n),this.applyMatrix4(pi),this}scale(e,t,n){return pi.makeScale(e,t,n),this.applyMatrix4(pi),this}lookAt(e){return wu.lookAt(e),wu.updateMatrix(),this.applyMatrix4(wu.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(jr).negate(),this.translate(jr.x,jr.y,jr.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new dn(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&qe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Ii);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new q(-1/0,-1/0,-1/0),new q(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];ri.setFromBufferAttribute(r),this.morphTargetsRelative?(En.addVectors(this.boundingBox.min,ri.min),this.boundingBox.expandByPoint(En),En.addVectors(this.boundingBox.max,ri.max),this.boundingBox.expandByPoint(En)):(this.boundingBox.expandByPoint(ri.min),this.boundingBox.expandByPoint(ri.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Qe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new ho);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Qe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new q,1/0);return}if(e){let n=this.boundingSphere.center;if(ri.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];ta.setFromBufferAttribute(a),this.morphTargetsRelative?(En.addVectors(ri.min,ta.min),ri.expandByPoint(En),En.addVectors(ri.max,ta.max),ri.expandByPoint(En)):(ri.expandByPoint(ta.min),ri.expandByPoint(ta.max))}ri.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)En.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(En));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)En.fromBufferAttribute(a,c),l&&(jr.fromBufferAttribute(e,c),En.add(jr)),s=Math.max(s,n.distanceToSquared(En))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&Qe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Qe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Yi(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let B=0;B<n.count;B++)a[B]=new q,l[B]=new q;let h=new q,d=new q,u=new q,p=new Ke,g=new Ke,v=new Ke,f=new q,m=new q;function y(B,L,D){c[B]=c[L]=c[D]=1,h.fromBufferAttribute(n,B),d.fromBufferAttribute(n,L),u.fromBufferAttribute(n,D),p.fromBufferAttribute(r,B),g.fromBufferAttribute(r,L),v.fromBufferAttribute(r,D),d.sub(h),u.sub(h),g.sub(p),v.sub(p);let z=1/(g.x*v.y-v.x*g.y);isFinite(z)&&(f.copy(d).multiplyScalar(v.y).addScaledVector(u,-g.y).multiplyScalar(z),m.copy(u).multiplyScalar(g.x).addScaledVector(d,-v.x).multiplyScalar(z),a[B].add(f),a[L].add(f),a[D].add(f),l[B].add(m),l[L].add(m),l[D].add(m))}let R=this.groups;R.length===0&&(R=[{start:0,count:e.count}]);for(let B=0,L=R.length;B<L;++B){let D=R[B],z=D.start,H=D.count;for(let U=z,W=z+H;U<W;U+=3)y(e.getX(U+0),e.getX(U+1),e.getX(U+2))}let M=new q,C=new q,T=new q,x=new q;function E(B){T.fromBufferAttribute(s,B),x.copy(T);let L=a[B];M.copy(L),M.sub(T.multiplyScalar(T.dot(L))).normalize(),C.crossVectors(x,L);let z=C.dot(l[B])<0?-1:1;o.setXYZW(B,M.x,M.y,M.z,z)}for(let B=0,L=n.count;B<L;++B)c[B]&&E(B);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new Yi(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let u=0,p=n.count;u<p;u++)n.setXYZ(u,0,0,0);let s=new q,r=new q,o=new q,a=new q,l=new q,c=new q,h=new q,d=new q;if(e)for(let u=0,p=e.count;u<p;u+=3){let g=e.getX(u+0),v=e.getX(u+1),f=e.getX(u+2);s.fromBufferAttribute(t,g),r.fromBufferAttribute(t,v),o.fromBufferAttribute(t,f),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,v),c.fromBufferAttribute(n,f),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(v,l.x,l.y,l.z),n.setXYZ(f,c.x,c.y,c.z)}else for(let u=0,p=t.count;u<p;u+=3)s.fromBufferAttribute(t,u+0),r.fromBufferAttribute(t,u+1),o.fromBufferAttribute(t,u+2),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)En.fromBufferAttribute(e,t),En.normalize(),e.setXYZ(t,En.x,En.y,En.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,d=a.normalized,u=new c.constructor(l.length*h),p=0,g=0;for(let v=0,f=l.length;v<f;v++){a.isInterleavedBufferAttribute?p=l[v]*a.data.stride+a.offset:p=l[v]*h;for(let m=0;m<h;m++)u[g++]=c[p++]}return new Yi(u,h,d)}if(this.index===null)return qe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,d=c.length;h<d;h++){let u=c[h],p=e(u,n);l.push(p)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let d=0,u=c.length;d<u;d++){let p=c[d];h.push(p.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],d=r[c];for(let u=0,p=d.length;u<p;u++)h.push(d[u].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let d=o[c];this.addGroup(d.start,d.count,d.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Eu=new q,Dv=new q,Nv=new et,oi=class{constructor(e=new q(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=Eu.subVectors(n,t).cross(Dv.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(Eu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||Nv.getNormalMatrix(e),s=this.coplanarPoint(Eu).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},Uv=0,fs=class extends Pi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Uv++}),this.uuid=yo(),this.name="",this.type="Material",this.blending=_o,this.side=Vs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=zu,this.blendDst=Hu,this.blendEquation=pr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ot(0,0,0),this.blendAlpha=0,this.depthFunc=io,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=ng,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Fl,this.stencilZFail=Fl,this.stencilZPass=Fl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){qe(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new ot().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new oi().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Ke().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ke().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var hs=new q,Tu=new q,Ml=new q,Sl=new q,uo=class{constructor(e=new q,t=new q(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,hs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=hs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(hs.copy(this.origin).addScaledVector(this.direction,t),hs.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){Tu.copy(e).add(t).multiplyScalar(.5),Ml.copy(t).sub(e).normalize(),Sl.copy(this.origin).sub(Tu);let r=e.distanceTo(t)*.5,o=-this.direction.dot(Ml),a=Sl.dot(this.direction),l=-Sl.dot(Ml),c=Sl.lengthSq(),h=Math.abs(1-o*o),d,u,p,g;if(h>0)if(d=o*l-a,u=o*a-l,g=r*h,d>=0)if(u>=-g)if(u<=g){let v=1/h;d*=v,u*=v,p=d*(d+o*u+2*a)+u*(o*d+u+2*l)+c}else u=r,d=Math.max(0,-(o*u+a)),p=-d*d+u*(u+2*l)+c;else u=-r,d=Math.max(0,-(o*u+a)),p=-d*d+u*(u+2*l)+c;else u<=-g?(d=Math.max(0,-(-o*r+a)),u=d>0?-r:Math.min(Math.max(-r,-l),r),p=-d*d+u*(u+2*l)+c):u<=g?(d=0,u=Math.min(Math.max(-r,-l),r),p=u*(u+2*l)+c):(d=Math.max(0,-(o*r+a)),u=d>0?r:Math.min(Math.max(-r,-l),r),p=-d*d+u*(u+2*l)+c);else u=o>0?-r:r,d=Math.max(0,-(o*u+a)),p=-d*d+u*(u+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,d),s&&s.copy(Tu).addScaledVector(Ml,u),p}intersectSphere(e,t){if(e.radius<0)return null;hs.subVectors(e.center,this.origin);let n=hs.dot(this.direction),s=hs.dot(hs)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,d=1/this.direction.z,u=this.origin;return c>=0?(n=(e.min.x-u.x)*c,s=(e.max.x-u.x)*c):(n=(e.max.x-u.x)*c,s=(e.min.x-u.x)*c),h>=0?(r=(e.min.y-u.y)*h,o=(e.max.y-u.y)*h):(r=(e.max.y-u.y)*h,o=(e.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),d>=0?(a=(e.min.z-u.z)*d,l=(e.max.z-u.z)*d):(a=(e.max.z-u.z)*d,l=(e.min.z-u.z)*d),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,hs)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,d=e.x-o.x,u=e.y-o.y,p=e.z-o.z,g=t.x-o.x,v=t.y-o.y,f=t.z-o.z,m=n.x-o.x,y=n.y-o.y,R=n.z-o.z,M=Math.abs(l),C=Math.abs(c),T=Math.abs(h),x,E,B,L,D,z,H,U,W,Y,G,ce;if(M>=C&&M>=T?(B=l,z=d,W=g,ce=m,l>=0?(x=c,E=h,L=u,D=p,H=v,U=f,Y=y,G=R):(x=h,E=c,L=p,D=u,H=f,U=v,Y=R,G=y)):C>=T?(B=c,z=u,W=v,ce=y,c>=0?(x=h,E=l,L=p,D=d,H=f,U=g,Y=R,G=m):(x=l,E=h,L=d,D=p,H=g,U=f,Y=m,G=R)):(B=h,z=p,W=f,ce=R,h>=0?(x=l,E=c,L=d,D=u,H=g,U=v,Y=m,G=y):(x=c,E=l,L=u,D=d,H=v,U=g,Y=y,G=m)),B===0)return null;let K=x/B,Q=E/B,se=1/B,de=L-K*z,ue=D-Q*z,ee=H-K*W,me=U-Q*W,xe=Y-K*ce,Ae=G-Q*ce,Me=xe*me-Ae*ee,Ge=de*Ae-ue*xe,it=ee*ue-me*de;if(s){if(Me<0||Ge<0||it<0)return null}else if((Me<0||Ge<0||it<0)&&(Me>0||Ge>0||it>0))return null;let He=Me+Ge+it;if(He===0)return null;let ht=se*(Me*z+Ge*W+it*ce);return(He>0?ht<0:ht>0)?null:this.at(ht/He,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Zl=class extends fs{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ot(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Zi,this.combine=fc,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},vm=new qt,lr=new uo,wl=new ho,ym=new q,El=new q,Tl=new q,Al=new q,Au=new q,Rl=new q,bm=new q,Cl=new q,qn=class extends Nn{constructor(e=new gi,t=new Zl){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){Rl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],d=r[l];h!==0&&(Au.fromBufferAttribute(d,e),o?Rl.addScaledVector(Au,h):Rl.addScaledVector(Au.sub(t),h))}t.add(Rl)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),wl.copy(n.boundingSphere),wl.applyMatrix4(r),lr.copy(e.ray).recast(e.near),!(wl.containsPoint(lr.origin)===!1&&(lr.intersectSphere(wl,ym)===null||lr.origin.distanceToSquared(ym)>(e.far-e.near)**2))&&(vm.copy(r).invert(),lr.copy(e.ray).applyMatrix4(vm),!(n.boundingBox!==null&&lr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,lr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,d=r.attributes.normal,u=r.groups,p=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let f=u[g],m=o[f.materialIndex],y=Math.max(f.start,p.start),R=Math.min(a.count,Math.min(f.start+f.count,p.start+p.count));for(let M=y,C=R;M<C;M+=3){let T=a.getX(M),x=a.getX(M+1),E=a.getX(M+2);s=Pl(this,m,e,n,c,h,d,T,x,E),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=f.materialIndex,t.push(s))}}else{let g=Math.max(0,p.start),v=Math.min(a.count,p.start+p.count);for(let f=g,m=v;f<m;f+=3){let y=a.getX(f),R=a.getX(f+1),M=a.getX(f+2);s=Pl(this,o,e,n,c,h,d,y,R,M),s&&(s.faceIndex=Math.floor(f/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let f=u[g],m=o[f.materialIndex],y=Math.max(f.start,p.start),R=Math.min(l.count,Math.min(f.start+f.count,p.start+p.count));for(let M=y,C=R;M<C;M+=3){let T=M,x=M+1,E=M+2;s=Pl(this,m,e,n,c,h,d,T,x,E),s&&(s.faceIndex=Math.floor(M/3),s.face.materialIndex=f.materialIndex,t.push(s))}}else{let g=Math.max(0,p.start),v=Math.min(l.count,p.start+p.count);for(let f=g,m=v;f<m;f+=3){let y=f,R=f+1,M=f+2;s=Pl(this,o,e,n,c,h,d,y,R,M),s&&(s.faceIndex=Math.floor(f/3),t.push(s))}}}};function Fv(i,e,t,n,s,r,o,a){let l;if(e.side===$n?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===Vs,a),l===null)return null;Cl.copy(a),Cl.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Cl);return c<t.near||c>t.far?null:{distance:c,point:Cl.clone(),object:i}}function Pl(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,El),i.getVertexPosition(l,Tl),i.getVertexPosition(c,Al);let h=Fv(i,e,t,n,El,Tl,Al,bm);if(h){let d=new q;Ns.getBarycoord(bm,El,Tl,Al,d),s&&(h.uv=Ns.getInterpolatedAttribute(s,a,l,c,d,new Ke)),r&&(h.uv1=Ns.getInterpolatedAttribute(r,a,l,c,d,new Ke)),o&&(h.normal=Ns.getInterpolatedAttribute(o,a,l,c,d,new q),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:l,c,normal:new q,materialIndex:0};Ns.getNormal(El,Tl,Al,u.normal),h.face=u,h.barycoord=d}return h}var Jl=class extends Xn{constructor(e=null,t=1,n=1,s,r,o,a,l,c=Tn,h=Tn,d,u){super(null,o,a,l,c,h,s,r,d,u),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var cr=new ho,Ov=new Ke(.5,.5),Il=new q,Us=class{constructor(e=new oi,t=new oi,n=new oi,s=new oi,r=new oi,o=new oi){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=mi,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],d=r[5],u=r[6],p=r[7],g=r[8],v=r[9],f=r[10],m=r[11],y=r[12],R=r[13],M=r[14],C=r[15];if(s[0].setComponents(c-o,p-h,m-g,C-y).normalize(),s[1].setComponents(c+o,p+h,m+g,C+y).normalize(),s[2].setComponents(c+a,p+d,m+v,C+R).normalize(),s[3].setComponents(c-a,p-d,m-v,C-R).normalize(),n)s[4].setComponents(l,u,f,M).normalize(),s[5].setComponents(c-l,p-u,m-f,C-M).normalize();else if(s[4].setComponents(c-l,p-u,m-f,C-M).normalize(),t===mi)s[5].setComponents(c+l,p+u,m+f,C+M).normalize();else if(t===ro)s[5].setComponents(l,u,f,M).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),cr.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),cr.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(cr)}intersectsSprite(e){cr.center.set(0,0,0);let t=Ov.distanceTo(e.center);return cr.radius=.7071067811865476+t,cr.applyMatrix4(e.matrixWorld),this.intersectsSphere(cr)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(Il.x=s.normal.x>0?e.max.x:e.min.x,Il.y=s.normal.y>0?e.max.y:e.min.y,Il.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(Il)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Mm=new qt,Kl=class i{constructor(){this.coordinateSystem=mi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];Mm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Us),n[s].setFromProjectionMatrix(Mm,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Us),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var ma=class extends Xn{constructor(e=[],t=mr,n,s,r,o,a,l,c,h){super(e,t,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},ga=class extends Xn{constructor(e,t,n,s,r,o,a,l,c){super(e,t,n,s,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var ps=class extends Xn{constructor(e,t,n=Li,s,r,o,a=Tn,l=Tn,c,h=ds,d=1){if(h!==ds&&h!==gs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:e,height:t,depth:d};super(u,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new lo(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},_a=class extends ps{constructor(e,t=Li,n=mr,s,r,o=Tn,a=Tn,l,c=ds){let h={width:e,height:e,depth:1},d=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,l,c),this.image=d,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},xa=class extends Xn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Fs=class i extends gi{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],d=[],u=0,p=0;g("z","y","x",-1,-1,n,t,e,o,r,0),g("z","y","x",1,-1,n,t,-e,o,r,1),g("x","z","y",1,1,e,n,t,s,o,2),g("x","z","y",1,-1,e,n,-t,s,o,3),g("x","y","z",1,-1,e,t,n,s,r,4),g("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new dn(c,3)),this.setAttribute("normal",new dn(h,3)),this.setAttribute("uv",new dn(d,2));function g(v,f,m,y,R,M,C,T,x,E,B){let L=M/x,D=C/E,z=M/2,H=C/2,U=T/2,W=x+1,Y=E+1,G=0,ce=0,K=new q;for(let Q=0;Q<Y;Q++){let se=Q*D-H;for(let de=0;de<W;de++){let ue=de*L-z;K[v]=ue*y,K[f]=se*R,K[m]=U,c.push(K.x,K.y,K.z),K[v]=0,K[f]=0,K[m]=T>0?1:-1,h.push(K.x,K.y,K.z),d.push(de/x),d.push(1-Q/E),G+=1}}for(let Q=0;Q<E;Q++)for(let se=0;se<x;se++){let de=u+se+W*Q,ue=u+se+W*(Q+1),ee=u+(se+1)+W*(Q+1),me=u+(se+1)+W*Q;l.push(de,ue,me),l.push(ue,ee,me),ce+=6}a.addGroup(p,ce,B),p+=ce,u+=G}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},va=class i extends gi{constructor(e=1,t=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:n,radialSegments:s,heightSegments:r},t=Math.max(0,t),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=t/2,d=Math.PI/2*e,u=t,p=2*d+u,g=n*2+r,v=s+1,f=new q,m=new q;for(let y=0;y<=g;y++){let R=0,M=0,C=0,T=0;if(y<=n){let B=y/n,L=B*Math.PI/2;M=-h-e*Math.cos(L),C=e*Math.sin(L),T=-e*Math.cos(L),R=B*d}else if(y<=n+r){let B=(y-n)/r;M=-h+B*t,C=e,T=0,R=d+B*u}else{let B=(y-n-r)/n,L=B*Math.PI/2;M=h+e*Math.sin(L),C=e*Math.cos(L),T=e*Math.sin(L),R=d+u+B*d}let x=Math.max(0,Math.min(1,R/p)),E=0;y===0?E=.5/s:y===g&&(E=-.5/s);for(let B=0;B<=s;B++){let L=B/s,D=L*Math.PI*2,z=Math.sin(D),H=Math.cos(D);m.x=-C*H,m.y=M,m.z=C*z,a.push(m.x,m.y,m.z),f.set(-C*H,T,C*z),f.normalize(),l.push(f.x,f.y,f.z),c.push(L+E,x)}if(y>0){let B=(y-1)*v;for(let L=0;L<s;L++){let D=B+L,z=B+L+1,H=y*v+L,U=y*v+L+1;o.push(D,z,H),o.push(z,U,H)}}}this.setIndex(o),this.setAttribute("position",new dn(a,3)),this.setAttribute("normal",new dn(l,3)),this.setAttribute("uv",new dn(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var hr=class i extends gi{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,d=e/a,u=t/l,p=[],g=[],v=[],f=[];for(let m=0;m<h;m++){let y=m*u-o;for(let R=0;R<c;R++){let M=R*d-r;g.push(M,-y,0),v.push(0,0,1),f.push(R/a),f.push(1-m/l)}}for(let m=0;m<l;m++)for(let y=0;y<a;y++){let R=y+c*m,M=y+c*(m+1),C=y+1+c*(m+1),T=y+1+c*m;p.push(R,M,T),p.push(M,C,T)}this.setIndex(p),this.setAttribute("position",new dn(g,3)),this.setAttribute("normal",new dn(v,3)),this.setAttribute("uv",new dn(f,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var ya=class i extends gi{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],d=new q,u=new q,p=[],g=[],v=[],f=[];for(let m=0;m<=n;m++){let y=[],R=m/n,M=o+R*a,C=e*Math.cos(M),T=Math.sqrt(e*e-C*C),x=0;m===0&&o===0?x=.5/t:m===n&&l===Math.PI&&(x=-.5/t);for(let E=0;E<=t;E++){let B=E/t,L=s+B*r;d.x=-T*Math.cos(L),d.y=C,d.z=T*Math.sin(L),g.push(d.x,d.y,d.z),u.copy(d).normalize(),v.push(u.x,u.y,u.z),f.push(B+x,1-R),y.push(c++)}h.push(y)}for(let m=0;m<n;m++)for(let y=0;y<t;y++){let R=h[m][y+1],M=h[m][y],C=h[m+1][y],T=h[m+1][y+1];(m!==0||o>0)&&p.push(R,M,T),(m!==n-1||l<Math.PI)&&p.push(M,C,T)}this.setIndex(p),this.setAttribute("position",new dn(g,3)),this.setAttribute("normal",new dn(v,3)),this.setAttribute("uv",new dn(f,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};function _r(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(Sm(s))s.isRenderTargetTexture?(qe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(Sm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Un(i){let e={};for(let t=0;t<i.length;t++){let n=_r(i[t]);for(let s in n)e[s]=n[s]}return e}function Sm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function Bv(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function dd(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:_t.workingColorSpace}var gg={clone:_r,merge:Un},kv=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,zv=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ji=class extends fs{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=kv,this.fragmentShader=zv,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=_r(e.uniforms),this.uniformsGroups=Bv(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new ot().setHex(s.value);break;case"v2":this.uniforms[n].value=new Ke().fromArray(s.value);break;case"v3":this.uniforms[n].value=new q().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Yt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new et().fromArray(s.value);break;case"m4":this.uniforms[n].value=new qt().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},jl=class extends Ji{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},ur=class extends fs{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new ot(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ot(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ua,this.normalScale=new Ke(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Zi,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var fo=class extends fs{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new ot(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ot(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ua,this.normalScale=new Ke(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Zi,this.combine=fc,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},Ql=class extends fs{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=eg,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},ec=class extends fs{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Qr(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function Ll(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Os=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},tc=class extends Os{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Pu,endingEnd:Pu}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Iu:r=e,a=2*t-n;break;case Lu:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Iu:o=e,l=2*n-t;break;case Lu:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,d=this._offsetNext,u=this._weightPrev,p=this._weightNext,g=(n-t)/(s-t),v=g*g,f=v*g,m=-u*f+2*u*v-u*g,y=(1+u)*f+(-1.5-2*u)*v+(-.5+u)*g+1,R=(-1-p)*f+(1.5+p)*v+.5*g,M=p*f-p*v;for(let C=0;C!==a;++C)r[C]=m*o[h+C]+y*o[c+C]+R*o[l+C]+M*o[d+C];return r}},nc=class extends Os{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(s-t),d=1-h;for(let u=0;u!==a;++u)r[u]=o[c+u]*d+o[l+u]*h;return r}},ic=class extends Os{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},sc=class extends Os{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,d=this.outTangents;if(!h||!d){let g=(n-t)/(s-t),v=1-g;for(let f=0;f!==a;++f)r[f]=o[c+f]*v+o[l+f]*g;return r}let u=a*2,p=e-1;for(let g=0;g!==a;++g){let v=o[c+g],f=o[l+g],m=p*u+g*2,y=d[m],R=d[m+1],M=e*u+g*2,C=h[M],T=h[M+1],x=Vv(n,t,y,C,s);r[g]=_g(x,v,R,T,f)}return r}};function _g(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function Hv(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function Vv(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=_g(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=Hv(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var ci=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Qr(t,this.TimeBufferType),this.values=Qr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Qr(e.times,Array),values:Qr(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),Ll(e.settings)&&(n.settings={inTangents:Qr(e.settings.inTangents,Array),outTangents:Qr(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new ic(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new nc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new tc(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new sc(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case ra:t=this.InterpolantFactoryMethodDiscrete;break;case Xl:t=this.InterpolantFactoryMethodLinear;break;case Ul:t=this.InterpolantFactoryMethodSmooth;break;case Cu:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return qe("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ra;case this.InterpolantFactoryMethodLinear:return Xl;case this.InterpolantFactoryMethodSmooth:return Ul;case this.InterpolantFactoryMethodBezier:return Cu}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;Ll(this.settings)&&(wm(this.settings.inTangents,e),wm(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;Ll(this.settings)&&(Em(this.settings.inTangents,e),Em(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Qe("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(Qe("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){Qe("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){Qe("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&sv(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){Qe("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Ul,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let d=a*n,u=d-n,p=d+n;for(let g=0;g!==n;++g){let v=t[d+g];if(v!==t[u+g]||v!==t[p+g]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let d=a*n,u=o*n;for(let p=0;p!==n;++p)t[u+p]=t[d+p]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,Ll(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function wm(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function Em(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}ci.prototype.ValueTypeName="";ci.prototype.TimeBufferType=Float32Array;ci.prototype.ValueBufferType=Float32Array;ci.prototype.DefaultInterpolation=Xl;var Bs=class extends ci{constructor(e,t,n){super(e,t,n)}};Bs.prototype.ValueTypeName="bool";Bs.prototype.ValueBufferType=Array;Bs.prototype.DefaultInterpolation=ra;Bs.prototype.InterpolantFactoryMethodLinear=void 0;Bs.prototype.InterpolantFactoryMethodSmooth=void 0;var rc=class extends ci{constructor(e,t,n,s){super(e,t,n,s)}};rc.prototype.ValueTypeName="color";var oc=class extends ci{constructor(e,t,n,s){super(e,t,n,s)}};oc.prototype.ValueTypeName="number";var ac=class extends Os{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)ai.slerpFlat(r,0,o,c-a,o,c,l);return r}},ba=class extends ci{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new ac(this.times,this.values,this.getValueSize(),e)}};ba.prototype.ValueTypeName="quaternion";ba.prototype.InterpolantFactoryMethodSmooth=void 0;var ks=class extends ci{constructor(e,t,n){super(e,t,n)}};ks.prototype.ValueTypeName="string";ks.prototype.ValueBufferType=Array;ks.prototype.DefaultInterpolation=ra;ks.prototype.InterpolantFactoryMethodLinear=void 0;ks.prototype.InterpolantFactoryMethodSmooth=void 0;var lc=class extends ci{constructor(e,t,n,s){super(e,t,n,s)}};lc.prototype.ValueTypeName="vector";var cc=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,d){return c.push(h,d),this},this.removeHandler=function(h){let d=c.indexOf(h);return d!==-1&&c.splice(d,2),this},this.getHandler=function(h){for(let d=0,u=c.length;d<u;d+=2){let p=c[d],g=c[d+1];if(p.global&&(p.lastIndex=0),p.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},xg=new cc,hc=class{constructor(e){this.manager=e!==void 0?e:xg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};hc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Ma=class extends Nn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new ot(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},Sa=class extends Ma{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Nn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ot(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},Ru=new qt,Tm=new q,Am=new q,uc=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ke(512,512),this.mapType=Yn,this.map=null,this.mapPass=null,this.matrix=new qt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Us,this._frameExtents=new Ke(1,1),this._viewportCount=1,this._viewports=[new Yt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;Tm.setFromMatrixPosition(e.matrixWorld),t.position.copy(Tm),Am.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(Am),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){Ru.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(Ru,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===ro||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(Ru)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},Dl=new q,Nl=new ai,Xi=new q,wa=class extends Nn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new qt,this.projectionMatrix=new qt,this.projectionMatrixInverse=new qt,this.coordinateSystem=mi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Dl,Nl,Xi),Xi.x===1&&Xi.y===1&&Xi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Dl,Nl,Xi.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(Dl,Nl,Xi),Xi.x===1&&Xi.y===1&&Xi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Dl,Nl,Xi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Ds=new q,Rm=new Ke,Cm=new Ke,Gn=class extends wa{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=ao*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(ia*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return ao*2*Math.atan(Math.tan(ia*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Ds.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Ds.x,Ds.y).multiplyScalar(-e/Ds.z),Ds.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Ds.x,Ds.y).multiplyScalar(-e/Ds.z)}getViewSize(e,t){return this.getViewBounds(e,Rm,Cm),t.subVectors(Cm,Rm)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(ia*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var Ea=class extends wa{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Du=class extends uc{constructor(){super(new Ea(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Ta=class extends Ma{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Nn.DEFAULT_UP),this.updateMatrix(),this.target=new Nn,this.shadow=new Du}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}};var eo=-90,to=1,po=class extends Nn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Gn(eo,to,e,t);s.layers=this.layers,this.add(s);let r=new Gn(eo,to,e,t);r.layers=this.layers,this.add(r);let o=new Gn(eo,to,e,t);o.layers=this.layers,this.add(o);let a=new Gn(eo,to,e,t);a.layers=this.layers,this.add(a);let l=new Gn(eo,to,e,t);l.layers=this.layers,this.add(l);let c=new Gn(eo,to,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===mi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===ro)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,d=e.getRenderTarget(),u=e.getActiveCubeFace(),p=e.getActiveMipmapLevel(),g=e.xr.enabled;e.xr.enabled=!1;let v=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let f=!1;e.isWebGLRenderer===!0?f=e.state.buffers.depth.getReversed():f=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),f&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),f&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),f&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),f&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),f&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=v,e.setRenderTarget(n,5,s),f&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(d,u,p),e.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},dc=class extends Gn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var fd="\\[\\]\\.:\\/",Gv=new RegExp("["+fd+"]","g"),pd="[^"+fd+"]",Wv="[^"+fd.replace("\\.","")+"]",Xv=/((?:WC+[\/:])*)/.source.replace("WC",pd),$v=/(WCOD+)?/.source.replace("WCOD",Wv),qv=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",pd),Yv=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",pd),Zv=new RegExp("^"+Xv+$v+qv+Yv+"$"),Jv=["material","materials","bones","map"],Nu=class{constructor(e,t,n){let s=n||Wt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Wt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(Gv,"")}static parseTrackName(e){let t=Zv.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Jv.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){qe("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Qe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Qe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Qe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Qe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){Qe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){Qe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;Qe("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Qe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Wt.Composite=Nu;Wt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Wt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Wt.prototype.GetterByBindingType=[Wt.prototype._getValue_direct,Wt.prototype._getValue_array,Wt.prototype._getValue_arrayElement,Wt.prototype._getValue_toArray];Wt.prototype.SetterByBindingTypeAndVersioning=[[Wt.prototype._setValue_direct,Wt.prototype._setValue_direct_setNeedsUpdate,Wt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Wt.prototype._setValue_array,Wt.prototype._setValue_array_setNeedsUpdate,Wt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Wt.prototype._setValue_arrayElement,Wt.prototype._setValue_arrayElement_setNeedsUpdate,Wt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Wt.prototype._setValue_fromArray,Wt.prototype._setValue_fromArray_setNeedsUpdate,Wt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var c1=new Float32Array(1);var mo=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=ft(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(ft(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Uu=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};var Aa=class extends Pi{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function md(i,e,t,n){let s=Kv(n);switch(t){case ed:return i*e;case nd:return i*e/s.components*s.byteLength;case yc:return i*e/s.components*s.byteLength;case Gs:return i*e*2/s.components*s.byteLength;case bc:return i*e*2/s.components*s.byteLength;case td:return i*e*3/s.components*s.byteLength;case Ui:return i*e*4/s.components*s.byteLength;case Mc:return i*e*4/s.components*s.byteLength;case Ca:case Pa:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Ia:case La:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case wc:case Tc:return Math.max(i,16)*Math.max(e,8)/4;case Sc:case Ec:return Math.max(i,8)*Math.max(e,8)/2;case Ac:case Rc:case Pc:case Ic:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Cc:case Da:case Lc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Dc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Nc:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case Uc:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case Fc:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case Oc:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case Bc:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case kc:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case zc:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case Hc:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case Vc:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case Gc:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case Wc:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case Xc:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case $c:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case qc:case Yc:case Zc:return Math.ceil(i/4)*Math.ceil(e/4)*16;case Jc:case Kc:return Math.ceil(i/4)*Math.ceil(e/4)*8;case Na:case jc:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function Kv(i){switch(i){case Yn:case Ju:return{byteLength:1,components:1};case vo:case Ku:case Ni:return{byteLength:2,components:1};case xc:case vc:return{byteLength:2,components:4};case Li:case _c:case Di:return{byteLength:4,components:1};case ju:case Qu:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?qe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function zg(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function Qv(i){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,d=c.byteLength,u=i.createBuffer();i.bindBuffer(l,u),i.bufferData(l,c,h),a.onUploadCallback();let p;if(c instanceof Float32Array)p=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)p=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?p=i.HALF_FLOAT:p=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)p=i.SHORT;else if(c instanceof Uint32Array)p=i.UNSIGNED_INT;else if(c instanceof Int32Array)p=i.INT;else if(c instanceof Int8Array)p=i.BYTE;else if(c instanceof Uint8Array)p=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)p=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:p,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:d}}function n(a,l,c){let h=l.array,d=l.updateRanges;if(i.bindBuffer(c,a),d.length===0)i.bufferSubData(c,0,h);else{d.sort((p,g)=>p.start-g.start);let u=0;for(let p=1;p<d.length;p++){let g=d[u],v=d[p];v.start<=g.start+g.count+1?g.count=Math.max(g.count,v.start+v.count-g.start):(++u,d[u]=v)}d.length=u+1;for(let p=0,g=d.length;p<g;p++){let v=d[p];i.bufferSubData(c,v.start*h.BYTES_PER_ELEMENT,h,v.start,v.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var ey=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,ty=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,ny=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,iy=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,sy=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,ry=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,oy=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,ay=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,ly=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,cy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,hy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,uy=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,dy=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,fy=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,py=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,my=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,gy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,_y=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,xy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,vy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,yy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,by=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,My=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Sy=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,wy=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Ey=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Ty=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Ay=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Ry=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Cy="gl_FragColor = linearToOutputTexel( gl_FragColor );",Py=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Iy=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Ly=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Dy=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Ny=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Uy=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Fy=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Oy=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,By=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,ky=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,zy=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Hy=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Vy=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Gy=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Wy=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Xy=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,$y=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,qy=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Yy=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Zy=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Jy=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Ky=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,jy=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Qy=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,eb=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,tb=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,nb=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,ib=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,sb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,rb=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,ob=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,ab=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,lb=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,cb=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,hb=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,ub=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,db=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,fb=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,pb=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,mb=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,gb=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,_b=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,xb=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,vb=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,yb=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,bb=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Mb=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Sb=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,wb=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Eb=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,Tb=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Ab=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,Rb=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,Cb=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,Pb=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Ib=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Lb=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Db=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,Nb=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Ub=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,Fb=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Ob=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Bb=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,kb=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,zb=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Hb=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Vb=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Gb=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Wb=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Xb=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,$b=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,qb=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Yb=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Zb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Jb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Kb=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,jb=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Qb=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,eM=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,tM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,nM=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,iM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,sM=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,rM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,oM=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,aM=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,lM=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,cM=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,hM=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,uM=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,dM=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,fM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,pM=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,mM=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,gM=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,_M=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,xM=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,vM=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,yM=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,bM=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,MM=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,SM=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,wM=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,EM=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,TM=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,AM=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,RM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,CM=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,PM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,IM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,LM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ct={alphahash_fragment:ey,alphahash_pars_fragment:ty,alphamap_fragment:ny,alphamap_pars_fragment:iy,alphatest_fragment:sy,alphatest_pars_fragment:ry,aomap_fragment:oy,aomap_pars_fragment:ay,batching_pars_vertex:ly,batching_vertex:cy,begin_vertex:hy,beginnormal_vertex:uy,bsdfs:dy,iridescence_fragment:fy,bumpmap_pars_fragment:py,clipping_planes_fragment:my,clipping_planes_pars_fragment:gy,clipping_planes_pars_vertex:_y,clipping_planes_vertex:xy,color_fragment:vy,color_pars_fragment:yy,color_pars_vertex:by,color_vertex:My,common:Sy,defaultnormal_vertex:wy,displacementmap_pars_vertex:Ey,displacementmap_vertex:Ty,emissivemap_fragment:Ay,emissivemap_pars_fragment:Ry,colorspace_fragment:Cy,colorspace_pars_fragment:Py,envmap_fragment:Iy,envmap_common_pars_fragment:Ly,envmap_pars_fragment:Dy,envmap_pars_vertex:Ny,envmap_physical_pars_fragment:Xy,envmap_vertex:Uy,fog_vertex:Fy,fog_pars_vertex:Oy,fog_fragment:By,fog_pars_fragment:ky,gradientmap_pars_fragment:zy,lightmap_pars_fragment:Hy,lights_lambert_fragment:Vy,lights_lambert_pars_fragment:Gy,lights_pars_begin:Wy,lights_toon_fragment:$y,lights_toon_pars_fragment:qy,lights_phong_fragment:Yy,lights_phong_pars_fragment:Zy,lights_physical_fragment:Jy,lights_physical_pars_fragment:Ky,lights_fragment_begin:jy,lights_fragment_maps:Qy,lights_fragment_end:eb,lightprobes_pars_fragment:tb,logdepthbuf_fragment:nb,logdepthbuf_pars_fragment:ib,logdepthbuf_pars_vertex:sb,logdepthbuf_vertex:rb,map_fragment:ob,map_pars_fragment:ab,map_particle_fragment:lb,map_particle_pars_fragment:cb,metalnessmap_fragment:hb,metalnessmap_pars_fragment:ub,morphinstance_vertex:db,morphcolor_vertex:fb,morphnormal_vertex:pb,morphtarget_pars_vertex:mb,morphtarget_vertex:gb,normal_fragment_begin:_b,normal_fragment_maps:xb,normal_pars_fragment:vb,normal_pars_vertex:yb,normal_vertex:bb,normalmap_pars_fragment:Mb,clearcoat_normal_fragment_begin:Sb,clearcoat_normal_fragment_maps:wb,clearcoat_pars_fragment:Eb,iridescence_pars_fragment:Tb,opaque_fragment:Ab,packing:Rb,premultiplied_alpha_fragment:Cb,project_vertex:Pb,dithering_fragment:Ib,dithering_pars_fragment:Lb,roughnessmap_fragment:Db,roughnessmap_pars_fragment:Nb,shadowmap_pars_fragment:Ub,shadowmap_pars_vertex:Fb,shadowmap_vertex:Ob,shadowmask_pars_fragment:Bb,skinbase_vertex:kb,skinning_pars_vertex:zb,skinning_vertex:Hb,skinnormal_vertex:Vb,specularmap_fragment:Gb,specularmap_pars_fragment:Wb,tonemapping_fragment:Xb,tonemapping_pars_fragment:$b,transmission_fragment:qb,transmission_pars_fragment:Yb,uv_pars_fragment:Zb,uv_pars_vertex:Jb,uv_vertex:Kb,worldpos_vertex:jb,background_vert:Qb,background_frag:eM,backgroundCube_vert:tM,backgroundCube_frag:nM,cube_vert:iM,cube_frag:sM,depth_vert:rM,depth_frag:oM,distance_vert:aM,distance_frag:lM,equirect_vert:cM,equirect_frag:hM,linedashed_vert:uM,linedashed_frag:dM,meshbasic_vert:fM,meshbasic_frag:pM,meshlambert_vert:mM,meshlambert_frag:gM,meshmatcap_vert:_M,meshmatcap_frag:xM,meshnormal_vert:vM,meshnormal_frag:yM,meshphong_vert:bM,meshphong_frag:MM,meshphysical_vert:SM,meshphysical_frag:wM,meshtoon_vert:EM,meshtoon_frag:TM,points_vert:AM,points_frag:RM,shadow_vert:CM,shadow_frag:PM,sprite_vert:IM,sprite_frag:LM},Le={common:{diffuse:{value:new ot(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new et},alphaMap:{value:null},alphaMapTransform:{value:new et},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new et}},envmap:{envMap:{value:null},envMapRotation:{value:new et},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new et}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new et}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new et},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new et},normalScale:{value:new Ke(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new et},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new et}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new et}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new et}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ot(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new ot(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new et},alphaTest:{value:0},uvTransform:{value:new et}},sprite:{diffuse:{value:new ot(16777215)},opacity:{value:1},center:{value:new Ke(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new et},alphaMap:{value:null},alphaMapTransform:{value:new et},alphaTest:{value:0}}},ji={basic:{uniforms:Un([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.fog]),vertexShader:ct.meshbasic_vert,fragmentShader:ct.meshbasic_frag},lambert:{uniforms:Un([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,Le.lights,{emissive:{value:new ot(0)},envMapIntensity:{value:1}}]),vertexShader:ct.meshlambert_vert,fragmentShader:ct.meshlambert_frag},phong:{uniforms:Un([Le.common,Le.specularmap,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,Le.lights,{emissive:{value:new ot(0)},specular:{value:new ot(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:ct.meshphong_vert,fragmentShader:ct.meshphong_frag},standard:{uniforms:Un([Le.common,Le.envmap,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.roughnessmap,Le.metalnessmap,Le.fog,Le.lights,{emissive:{value:new ot(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ct.meshphysical_vert,fragmentShader:ct.meshphysical_frag},toon:{uniforms:Un([Le.common,Le.aomap,Le.lightmap,Le.emissivemap,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.gradientmap,Le.fog,Le.lights,{emissive:{value:new ot(0)}}]),vertexShader:ct.meshtoon_vert,fragmentShader:ct.meshtoon_frag},matcap:{uniforms:Un([Le.common,Le.bumpmap,Le.normalmap,Le.displacementmap,Le.fog,{matcap:{value:null}}]),vertexShader:ct.meshmatcap_vert,fragmentShader:ct.meshmatcap_frag},points:{uniforms:Un([Le.points,Le.fog]),vertexShader:ct.points_vert,fragmentShader:ct.points_frag},dashed:{uniforms:Un([Le.common,Le.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ct.linedashed_vert,fragmentShader:ct.linedashed_frag},depth:{uniforms:Un([Le.common,Le.displacementmap]),vertexShader:ct.depth_vert,fragmentShader:ct.depth_frag},normal:{uniforms:Un([Le.common,Le.bumpmap,Le.normalmap,Le.displacementmap,{opacity:{value:1}}]),vertexShader:ct.meshnormal_vert,fragmentShader:ct.meshnormal_frag},sprite:{uniforms:Un([Le.sprite,Le.fog]),vertexShader:ct.sprite_vert,fragmentShader:ct.sprite_frag},background:{uniforms:{uvTransform:{value:new et},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ct.background_vert,fragmentShader:ct.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new et}},vertexShader:ct.backgroundCube_vert,fragmentShader:ct.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ct.cube_vert,fragmentShader:ct.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ct.equirect_vert,fragmentShader:ct.equirect_frag},distance:{uniforms:Un([Le.common,Le.displacementmap,{referencePosition:{value:new q},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ct.distance_vert,fragmentShader:ct.distance_frag},shadow:{uniforms:Un([Le.lights,Le.fog,{color:{value:new ot(0)},opacity:{value:1}}]),vertexShader:ct.shadow_vert,fragmentShader:ct.shadow_frag}};ji.physical={uniforms:Un([ji.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new et},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new et},clearcoatNormalScale:{value:new Ke(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new et},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new et},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new et},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new et},sheen:{value:0},sheenColor:{value:new ot(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new et},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new et},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new et},transmissionSamplerSize:{value:new Ke},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new et},attenuationDistance:{value:0},attenuationColor:{value:new ot(0)},specularColor:{value:new ot(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new et},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new et},anisotropyVector:{value:new Ke},anisotropyMap:{value:null},anisotropyMapTransform:{value:new et}}]),vertexShader:ct.meshphysical_vert,fragmentShader:ct.meshphysical_frag};var Qc={r:0,b:0,g:0},DM=new qt,Hg=new et;Hg.set(-1,0,0,0,1,0,0,0,1);function NM(i,e,t,n,s,r){let o=new ot(0),a=s===!0?0:1,l,c,h=null,d=0,u=null;function p(y){let R=y.isScene===!0?y.background:null;if(R&&R.isTexture){let M=y.backgroundBlurriness>0;R=e.get(R,M)}return R}function g(y){let R=!1,M=p(y);M===null?f(o,a):M&&M.isColor&&(f(M,1),R=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?t.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||R)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function v(y,R){let M=p(R);M&&M.isCubeTexture?(c===void 0&&(c=new qn(new Fs(1,1,1),new Ji({name:"BackgroundCubeMaterial",uniforms:_r(ji.backgroundCube.uniforms),vertexShader:ji.backgroundCube.vertexShader,fragmentShader:ji.backgroundCube.fragmentShader,side:$n,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,T,x){this.matrixWorld.copyPosition(x.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=M,c.material.uniforms.backgroundBlurriness.value=R.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(DM.makeRotationFromEuler(R.backgroundRotation)).transpose(),M.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Hg),c.material.toneMapped=_t.getTransfer(M.colorSpace)!==Tt,(h!==M||d!==M.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,h=M,d=M.version,u=i.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null)):M&&M.isTexture&&(l===void 0&&(l=new qn(new hr(2,2),new Ji({name:"BackgroundMaterial",uniforms:_r(ji.background.uniforms),vertexShader:ji.background.vertexShader,fragmentShader:ji.background.fragmentShader,side:Vs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=M,l.material.uniforms.backgroundIntensity.value=R.backgroundIntensity,l.material.toneMapped=_t.getTransfer(M.colorSpace)!==Tt,M.matrixAutoUpdate===!0&&M.updateMatrix(),l.material.uniforms.uvTransform.value.copy(M.matrix),(h!==M||d!==M.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,h=M,d=M.version,u=i.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null))}function f(y,R){y.getRGB(Qc,dd(i)),t.buffers.color.setClear(Qc.r,Qc.g,Qc.b,R,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(y,R=1){o.set(y),a=R,f(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(y){a=y,f(o,a)},render:g,addToRenderList:v,dispose:m}}function UM(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(D,z,H,U,W){let Y=!1,G=d(D,U,H,z);r!==G&&(r=G,c(r.object)),Y=p(D,U,H,W),Y&&g(D,U,H,W),W!==null&&e.update(W,i.ELEMENT_ARRAY_BUFFER),(Y||o)&&(o=!1,M(D,z,H,U),W!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(W).buffer))}function l(){return i.createVertexArray()}function c(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function d(D,z,H,U){let W=U.wireframe===!0,Y=n[z.id];Y===void 0&&(Y={},n[z.id]=Y);let G=D.isInstancedMesh===!0?D.id:0,ce=Y[G];ce===void 0&&(ce={},Y[G]=ce);let K=ce[H.id];K===void 0&&(K={},ce[H.id]=K);let Q=K[W];return Q===void 0&&(Q=u(l()),K[W]=Q),Q}function u(D){let z=[],H=[],U=[];for(let W=0;W<t;W++)z[W]=0,H[W]=0,U[W]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:H,attributeDivisors:U,object:D,attributes:{},index:null}}function p(D,z,H,U){let W=r.attributes,Y=z.attributes,G=0,ce=H.getAttributes();for(let K in ce)if(ce[K].location>=0){let se=W[K],de=Y[K];if(de===void 0&&(K==="instanceMatrix"&&D.instanceMatrix&&(de=D.instanceMatrix),K==="instanceColor"&&D.instanceColor&&(de=D.instanceColor)),se===void 0||se.attribute!==de||de&&se.data!==de.data)return!0;G++}return r.attributesNum!==G||r.index!==U}function g(D,z,H,U){let W={},Y=z.attributes,G=0,ce=H.getAttributes();for(let K in ce)if(ce[K].location>=0){let se=Y[K];se===void 0&&(K==="instanceMatrix"&&D.instanceMatrix&&(se=D.instanceMatrix),K==="instanceColor"&&D.instanceColor&&(se=D.instanceColor));let de={};de.attribute=se,se&&se.data&&(de.data=se.data),W[K]=de,G++}r.attributes=W,r.attributesNum=G,r.index=U}function v(){let D=r.newAttributes;for(let z=0,H=D.length;z<H;z++)D[z]=0}function f(D){m(D,0)}function m(D,z){let H=r.newAttributes,U=r.enabledAttributes,W=r.attributeDivisors;H[D]=1,U[D]===0&&(i.enableVertexAttribArray(D),U[D]=1),W[D]!==z&&(i.vertexAttribDivisor(D,z),W[D]=z)}function y(){let D=r.newAttributes,z=r.enabledAttributes;for(let H=0,U=z.length;H<U;H++)z[H]!==D[H]&&(i.disableVertexAttribArray(H),z[H]=0)}function R(D,z,H,U,W,Y,G){G===!0?i.vertexAttribIPointer(D,z,H,W,Y):i.vertexAttribPointer(D,z,H,U,W,Y)}function M(D,z,H,U){v();let W=U.attributes,Y=H.getAttributes(),G=z.defaultAttributeValues;for(let ce in Y){let K=Y[ce];if(K.location>=0){let Q=W[ce];if(Q===void 0&&(ce==="instanceMatrix"&&D.instanceMatrix&&(Q=D.instanceMatrix),ce==="instanceColor"&&D.instanceColor&&(Q=D.instanceColor)),Q!==void 0){let se=Q.normalized,de=Q.itemSize,ue=e.get(Q);if(ue===void 0)continue;let ee=ue.buffer,me=ue.type,xe=ue.bytesPerElement,Ae=me===i.INT||me===i.UNSIGNED_INT||Q.gpuType===_c;if(Q.isInterleavedBufferAttribute){let Me=Q.data,Ge=Me.isInterleavedBuffer===!0?Me.stride:Me.itemSize,it=Q.offset;if(Me.isInstancedInterleavedBuffer||Me.isInstancedBufferAttribute){for(let He=0;He<K.locationSize;He++)m(K.location+He,Me.meshPerAttribute);D.isInstancedMesh!==!0&&U._maxInstanceCount===void 0&&(U._maxInstanceCount=Me.meshPerAttribute*Me.count)}else for(let He=0;He<K.locationSize;He++)f(K.location+He);i.bindBuffer(i.ARRAY_BUFFER,ee);for(let He=0;He<K.locationSize;He++)R(K.location+He,de/K.locationSize,me,se,Ge*xe,(it+de/K.locationSize*He)*xe,Ae)}else{if(Q.isInstancedBufferAttribute){for(let Me=0;Me<K.locationSize;Me++)m(K.location+Me,Q.meshPerAttribute);D.isInstancedMesh!==!0&&U._maxInstanceCount===void 0&&(U._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let Me=0;Me<K.locationSize;Me++)f(K.location+Me);i.bindBuffer(i.ARRAY_BUFFER,ee);for(let Me=0;Me<K.locationSize;Me++)R(K.location+Me,de/K.locationSize,me,se,de*xe,de/K.locationSize*Me*xe,Ae)}}else if(G!==void 0){let se=G[ce];if(se!==void 0)switch(se.length){case 2:i.vertexAttrib2fv(K.location,se);break;case 3:i.vertexAttrib3fv(K.location,se);break;case 4:i.vertexAttrib4fv(K.location,se);break;default:i.vertexAttrib1fv(K.location,se)}}}}y()}function C(){B();for(let D in n){let z=n[D];for(let H in z){let U=z[H];for(let W in U){let Y=U[W];for(let G in Y)h(Y[G].object),delete Y[G];delete U[W]}}delete n[D]}}function T(D){if(n[D.id]===void 0)return;let z=n[D.id];for(let H in z){let U=z[H];for(let W in U){let Y=U[W];for(let G in Y)h(Y[G].object),delete Y[G];delete U[W]}}delete n[D.id]}function x(D){for(let z in n){let H=n[z];for(let U in H){let W=H[U];if(W[D.id]===void 0)continue;let Y=W[D.id];for(let G in Y)h(Y[G].object),delete Y[G];delete W[D.id]}}}function E(D){for(let z in n){let H=n[z],U=D.isInstancedMesh===!0?D.id:0,W=H[U];if(W!==void 0){for(let Y in W){let G=W[Y];for(let ce in G)h(G[ce].object),delete G[ce];delete W[Y]}delete H[U],Object.keys(H).length===0&&delete n[z]}}}function B(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:B,resetDefaultState:L,dispose:C,releaseStatesOfGeometry:T,releaseStatesOfObject:E,releaseStatesOfProgram:x,initAttributes:v,enableAttribute:f,disableUnusedAttributes:y}}function FM(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let u=0;for(let p=0;p<h;p++)u+=c[p];t.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function OM(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let x=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(x.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(x){return!(x!==Ui&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(x){let E=x===Ni&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(x!==Yn&&x!==Di&&!E&&n.convert(x)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(x){if(x==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";x="mediump"}return x==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(qe("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let d=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),u=t.logarithmicDepthBuffer===!0&&d===!1;t.reversedDepthBuffer===!0&&d===!1&&qe("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&d===!0&&qe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let p=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),v=i.getParameter(i.MAX_TEXTURE_SIZE),f=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),m=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),R=i.getParameter(i.MAX_VARYING_VECTORS),M=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:p,maxVertexTextures:g,maxTextureSize:v,maxCubemapSize:f,maxAttributes:m,maxVertexUniforms:y,maxVaryings:R,maxFragmentUniforms:M,maxSamples:C,samples:T}}function BM(i){let e=this,t=null,n=0,s=!1,r=!1,o=new oi,a=new et,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(d,u){let p=d.length!==0||u||n!==0||s;return s=u,n=d.length,p},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(d,u){t=h(d,u,0)},this.setState=function(d,u,p){let g=d.clippingPlanes,v=d.clipIntersection,f=d.clipShadows,m=i.get(d);if(!s||g===null||g.length===0||r&&!f)r?h(null):c();else{let y=r?0:n,R=y*4,M=m.clippingState||null;l.value=M,M=h(g,u,R,p);for(let C=0;C!==R;++C)M[C]=t[C];m.clippingState=M,this.numIntersection=v?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(d,u,p,g){let v=d!==null?d.length:0,f=null;if(v!==0){if(f=l.value,g!==!0||f===null){let m=p+v*4,y=u.matrixWorldInverse;a.getNormalMatrix(y),(f===null||f.length<m)&&(f=new Float32Array(m));for(let R=0,M=p;R!==v;++R,M+=4)o.copy(d[R]).applyMatrix4(y,a),o.normal.toArray(f,M),f[M+3]=o.constant}l.value=f,l.needsUpdate=!0}return e.numPlanes=v,e.numIntersection=0,f}}var Ba=class extends li{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new ma(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Fs(5,5,5),r=new Ji({name:"CubemapFromEquirect",uniforms:_r(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:$n,blending:fr});r.uniforms.tEquirect.value=t;let o=new qn(s,r),a=t.minFilter;return t.minFilter===ms&&(t.minFilter=Wn),new po(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},vg=256,kM=3,zM=20,Vg=256,Gg=16,HM=3,VM=new q,GM=new ot,th=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new po(1,10,null),this._boxMesh=new qn(new Fs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=VM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let d=l.autoClear,u=l.autoClearColor,p=l.autoClearDepth,g=l.autoClearStencil,v=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,v===null&&(e.background=l.getClearColor(GM));let f=new po(n,s,h);return f.position.copy(a),f.update(l,e),l.autoClear=d,l.autoClearColor=u,l.autoClearDepth=p,l.autoClearStencil=g,e.background=v,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Mg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=bg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(vg,cd(e))}_fromTexture(e,t){e.mapping===mr||e.mapping===xo?this._setSize(e.image.length===0?vg:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=yg(e,!1,!1),n=Math.log2(e)-kM;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=yg(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===mr||e.mapping===xo?(this._cubemapMaterial===null&&(this._cubemapMaterial=Mg()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=bg()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=WM(),this._integrationMaterial=XM());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/Gg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-HM)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(Vg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=$M());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function yg(i,e,t){return new Ba(i,{minFilter:ms,generateMipmaps:e,type:Ni,colorSpace:oa,depthBuffer:t})}function ka(i,e,t){return new Ji({name:i,uniforms:e,vertexShader:ct.cube_vert,fragmentShader:t,side:$n,blending:fr,depthTest:!1,depthWrite:!1})}function WM(){return ka("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Vg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function XM(){return ka("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Gg}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function $M(){return ka("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${zM}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function bg(){return ka("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function Mg(){return ka("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function qM(i){let e=new WeakMap,t=new WeakMap,n=null;function s(u,p=!1){return u==null?null:p?o(u):r(u)}function r(u){if(u&&u.isTexture){let p=u.mapping;if(p===pc||p===mc)if(e.has(u)){let g=e.get(u).texture;return a(g,u.mapping)}else{let g=u.image;if(g&&g.height>0){let v=new Ba(g.height);return v.fromEquirectangularTexture(i,u),e.set(u,v),u.addEventListener("dispose",c),a(v.texture,u.mapping)}else return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let p=u.mapping,g=p===pc||p===mc,v=p===mr||p===xo;if(g||v){let f=t.get(u),m=f!==void 0?f.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==m)return n===null&&(n=new th(i)),f=g?n.fromEquirectangular(u,f):n.fromCubemap(u,f),f.texture.pmremVersion=u.pmremVersion,t.set(u,f),f.texture;if(f!==void 0)return f.texture;{let y=u.image;return g&&y&&y.height>0||v&&y&&l(y)?(n===null&&(n=new th(i)),f=g?n.fromEquirectangular(u):n.fromCubemap(u),f.texture.pmremVersion=u.pmremVersion,t.set(u,f),u.addEventListener("dispose",h),f.texture):null}}}return u}function a(u,p){return p===pc?u.mapping=mr:p===mc&&(u.mapping=xo),u}function l(u){let p=0,g=6;for(let v=0;v<g;v++)u[v]!==void 0&&p++;return p===g}function c(u){let p=u.target;p.removeEventListener("dispose",c);let g=e.get(p);g!==void 0&&(e.delete(p),g.dispose())}function h(u){let p=u.target;p.removeEventListener("dispose",h);let g=t.get(p);g!==void 0&&(t.delete(p),g.dispose())}function d(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:d}}function YM(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&na("WebGLRenderer: "+n+" extension not supported."),s}}}function ZM(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&e.remove(g.index);for(let f in g.attributes)e.remove(g.attributes[f]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let v=r.get(g);v&&(e.remove(v),r.delete(g)),n.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,t.memory.geometries--}function c(g,v){return s[v.id]!==void 0||(v.addEventListener("dispose",a),s[v.id]=new WeakRef(v),o.register(v,v.id,v),t.memory.geometries++),v}function h(g){let v=g.attributes;for(let f in v)e.update(v[f],i.ARRAY_BUFFER)}function d(g){let v=g.index,f=g.attributes.position,m=0;if(f===void 0)return;let y=v!==null?v.array.length:f.array.length/3-1,R=f.count>=65535?pa:fa,M=new R(Math.ceil(y/3)*6,1),C=M.array;if(v!==null){let x=v.array;m=v.version;for(let E=0,B=0;E<y;E+=3){let L=x[E+0],D=x[E+1],z=x[E+2];C[B++]=L,C[B++]=D,C[B++]=D,C[B++]=z,C[B++]=z,C[B++]=L}}else{m=f.version;for(let x=0,E=0;x<y;x+=3){let B=x+0,L=x+1,D=x+2;C[E++]=B,C[E++]=L,C[E++]=L,C[E++]=D,C[E++]=D,C[E++]=B}}M.version=m;let T=r.get(g);T&&e.remove(T),r.set(g,M)}function u(g){let v=r.get(g);if(v){let f=g.index;f!==null&&v.version<f.version&&d(g)}else d(g);return r.get(g)}function p(){for(let g in s){let v=s[g].deref();v!==void 0&&l(v)}}return{get:c,update:h,getWireframeAttribute:u,dispose:p}}function JM(i,e,t){let n;function s(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,u){i.drawElements(n,u,r,d*o),t.update(u,n,1)}function c(d,u,p){p!==0&&(i.drawElementsInstanced(n,u,r,d*o,p),t.update(u,n,p))}function h(d,u,p){if(p===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,d,0,p);let v=0;for(let f=0;f<p;f++)v+=u[f];t.update(v,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function KM(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:Qe("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function jM(i,e,t){let n=new WeakMap,s=new Yt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,d=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==d){let B=function(){x.dispose(),n.delete(a),a.removeEventListener("dispose",B)};u!==void 0&&u.texture.dispose();let p=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,v=a.morphAttributes.color!==void 0,f=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],R=0;p===!0&&(R=1),g===!0&&(R=2),v===!0&&(R=3);let M=a.attributes.position.count*R,C=1;M>e.maxTextureSize&&(C=Math.ceil(M/e.maxTextureSize),M=e.maxTextureSize);let T=new Float32Array(M*C*4*d),x=new ca(T,M,C,d);x.type=Di,x.needsUpdate=!0;let E=R*4;for(let L=0;L<d;L++){let D=f[L],z=m[L],H=y[L],U=M*C*4*L;for(let W=0;W<D.count;W++){let Y=W*E;p===!0&&(s.fromBufferAttribute(D,W),T[U+Y+0]=s.x,T[U+Y+1]=s.y,T[U+Y+2]=s.z,T[U+Y+3]=0),g===!0&&(s.fromBufferAttribute(z,W),T[U+Y+4]=s.x,T[U+Y+5]=s.y,T[U+Y+6]=s.z,T[U+Y+7]=0),v===!0&&(s.fromBufferAttribute(H,W),T[U+Y+8]=s.x,T[U+Y+9]=s.y,T[U+Y+10]=s.z,T[U+Y+11]=H.itemSize===4?s.w:1)}}u={count:d,texture:x,size:new Ke(M,C)},n.set(a,u),a.addEventListener("dispose",B)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let p=0;for(let v=0;v<c.length;v++)p+=c[v];let g=a.morphTargetsRelative?1:1-p;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",u.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function QM(i,e,t,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,d=c.geometry,u=e.get(c,d);if(r.get(u)!==h&&(e.update(u),r.set(u,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let p=c.skeleton;r.get(p)!==h&&(p.update(),r.set(p,h))}return u}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var eS={[Vu]:"LINEAR_TONE_MAPPING",[Gu]:"REINHARD_TONE_MAPPING",[Wu]:"CINEON_TONE_MAPPING",[Xu]:"ACES_FILMIC_TONE_MAPPING",[qu]:"AGX_TONE_MAPPING",[Yu]:"NEUTRAL_TONE_MAPPING",[$u]:"CUSTOM_TONE_MAPPING"};function tS(i,e,t,n,s,r){let o=new li(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new gi;h.setAttribute("position",new dn([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new dn([0,2,0,0,2,0],2));let d=new jl({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),u=new qn(h,d),p=new Ea(-1,1,1,-1,0,1),g=null,v=null,f=!1,m,y=null,R=[],M=!1;this.setSize=function(C,T){o.setSize(C,T),a!==null&&a.setSize(C,T),l!==null&&l.setSize(C,T);for(let x=0;x<R.length;x++){let E=R[x];E.setSize&&E.setSize(C,T)}},this.setEffects=function(C){R=C,M=R.length>0&&R[0].isRenderPass===!0;let T=o.width,x=o.height;R.length>0&&a===null&&(a=new li(T,x,{type:Ni,depthBuffer:!1,stencilBuffer:!1}),l=new li(T,x,{type:Ni,depthBuffer:!1,stencilBuffer:!1}));let E=s===!0&&R.some(B=>B.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&c===null&&(c=new ps(T,x),r===!0&&(c.format=gs,c.type=gr)),o.dispose(),o.depthTexture=E?c:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let B=0;B<R.length;B++){let L=R[B];L.setSize&&L.setSize(T,x),E&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(C,T){if(f||C.toneMapping===xi&&R.length===0)return!1;if(y=T,T!==null){let x=T.width,E=T.height;(o.width!==x||o.height!==E)&&this.setSize(x,E)}return M===!1&&C.setRenderTarget(o),m=C.toneMapping,C.toneMapping=xi,!0},this.hasRenderPass=function(){return M},this.end=function(C,T){C.toneMapping=m,f=!0;let x=o,E=a;for(let B=0;B<R.length;B++){let L=R[B];L.enabled!==!1&&(L.render(C,E,x,T),L.needsSwap!==!1&&(x=E,E=E===a?l:a))}if(g!==C.outputColorSpace||v!==C.toneMapping){g=C.outputColorSpace,v=C.toneMapping,d.defines={},_t.getTransfer(g)===Tt&&(d.defines.SRGB_TRANSFER="");let B=eS[v];B&&(d.defines[B]=""),d.needsUpdate=!0}d.uniforms.tDiffuse.value=x.texture,C.setRenderTarget(y),C.render(u,p),y=null,f=!1},this.isCompositing=function(){return f},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),d.dispose()}}var Wg=new Xn,Xg=new ps(1,1),$g=new _a(1),qg=new ca,Yg=new Yl,Zg=new ma,Sg=[],wg=[],Eg=new Float32Array(16),Tg=new Float32Array(9),Ag=new Float32Array(4);function Mo(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=Sg[s];if(r===void 0&&(r=new Float32Array(s),Sg[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function _n(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function xn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function ih(i,e){let t=wg[e];t===void 0&&(t=new Int32Array(e),wg[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function nS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function iS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(_n(t,e))return;i.uniform2fv(this.addr,e),xn(t,e)}}function sS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(_n(t,e))return;i.uniform3fv(this.addr,e),xn(t,e)}}function rS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(_n(t,e))return;i.uniform4fv(this.addr,e),xn(t,e)}}function oS(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(_n(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),xn(t,e)}else{if(_n(t,n))return;Ag.set(n),i.uniformMatrix2fv(this.addr,!1,Ag),xn(t,n)}}function aS(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(_n(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),xn(t,e)}else{if(_n(t,n))return;Tg.set(n),i.uniformMatrix3fv(this.addr,!1,Tg),xn(t,n)}}function lS(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(_n(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),xn(t,e)}else{if(_n(t,n))return;Eg.set(n),i.uniformMatrix4fv(this.addr,!1,Eg),xn(t,n)}}function cS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function hS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(_n(t,e))return;i.uniform2iv(this.addr,e),xn(t,e)}}function uS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(_n(t,e))return;i.uniform3iv(this.addr,e),xn(t,e)}}function dS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(_n(t,e))return;i.uniform4iv(this.addr,e),xn(t,e)}}function fS(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function pS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(_n(t,e))return;i.uniform2uiv(this.addr,e),xn(t,e)}}function mS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(_n(t,e))return;i.uniform3uiv(this.addr,e),xn(t,e)}}function gS(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(_n(t,e))return;i.uniform4uiv(this.addr,e),xn(t,e)}}function sh(i){return i.version===0&&(i.compareFunction=rd,i.needsUpdate=!0),i}function _S(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=sh(Xg):r=Wg,t.setTexture2D(e||r,s)}function xS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||Yg,s)}function vS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=sh($g):r=Zg,t.setTextureCube(e||r,s)}function yS(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||qg,s)}function bS(i){switch(i){case 5126:return nS;case 35664:return iS;case 35665:return sS;case 35666:return rS;case 35674:return oS;case 35675:return aS;case 35676:return lS;case 5124:case 35670:return cS;case 35667:case 35671:return hS;case 35668:case 35672:return uS;case 35669:case 35673:return dS;case 5125:return fS;case 36294:return pS;case 36295:return mS;case 36296:return gS;case 35678:case 36198:case 36298:case 36306:case 35682:return _S;case 35679:case 36299:case 36307:return xS;case 35680:case 36300:case 36308:case 36293:return vS;case 36289:case 36303:case 36311:case 36292:return yS}}function MS(i,e){i.uniform1fv(this.addr,e)}function SS(i,e){let t=Mo(e,this.size,2);i.uniform2fv(this.addr,t)}function wS(i,e){let t=Mo(e,this.size,3);i.uniform3fv(this.addr,t)}function ES(i,e){let t=Mo(e,this.size,4);i.uniform4fv(this.addr,t)}function TS(i,e){let t=Mo(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function AS(i,e){let t=Mo(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function RS(i,e){let t=Mo(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function CS(i,e){i.uniform1iv(this.addr,e)}function PS(i,e){i.uniform2iv(this.addr,e)}function IS(i,e){i.uniform3iv(this.addr,e)}function LS(i,e){i.uniform4iv(this.addr,e)}function DS(i,e){i.uniform1uiv(this.addr,e)}function NS(i,e){i.uniform2uiv(this.addr,e)}function US(i,e){i.uniform3uiv(this.addr,e)}function FS(i,e){i.uniform4uiv(this.addr,e)}function OS(i,e,t){let n=this.cache,s=e.length,r=ih(t,s);_n(n,r)||(i.uniform1iv(this.addr,r),xn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=sh(Xg):o=Wg;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function BS(i,e,t){let n=this.cache,s=e.length,r=ih(t,s);_n(n,r)||(i.uniform1iv(this.addr,r),xn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||Yg,r[o])}function kS(i,e,t){let n=this.cache,s=e.length,r=ih(t,s);_n(n,r)||(i.uniform1iv(this.addr,r),xn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=sh($g):o=Zg;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function zS(i,e,t){let n=this.cache,s=e.length,r=ih(t,s);_n(n,r)||(i.uniform1iv(this.addr,r),xn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||qg,r[o])}function HS(i){switch(i){case 5126:return MS;case 35664:return SS;case 35665:return wS;case 35666:return ES;case 35674:return TS;case 35675:return AS;case 35676:return RS;case 5124:case 35670:return CS;case 35667:case 35671:return PS;case 35668:case 35672:return IS;case 35669:case 35673:return LS;case 5125:return DS;case 36294:return NS;case 36295:return US;case 36296:return FS;case 35678:case 36198:case 36298:case 36306:case 35682:return OS;case 35679:case 36299:case 36307:return BS;case 35680:case 36300:case 36308:case 36293:return kS;case 36289:case 36303:case 36311:case 36292:return zS}}var xd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=bS(t.type)}},vd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=HS(t.type)}},yd=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},gd=/(\w+)(\])?(\[|\.)?/g;function Rg(i,e){i.seq.push(e),i.map[e.id]=e}function VS(i,e,t){let n=i.name,s=n.length;for(gd.lastIndex=0;;){let r=gd.exec(n),o=gd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Rg(t,c===void 0?new xd(a,i,e):new vd(a,i,e));break}else{let d=t.map[a];d===void 0&&(d=new yd(a),Rg(t,d)),t=d}}}var bo=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);VS(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function Cg(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var GS=37297,WS=0;function XS(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var Pg=new et;function $S(i){_t._getMatrix(Pg,_t.workingColorSpace,i);let e=`mat3( ${Pg.elements.map(t=>t.toFixed(4))} )`;switch(_t.getTransfer(i)){case aa:return[e,"LinearTransferOETF"];case Tt:return[e,"sRGBTransferOETF"];default:return qe("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function Ig(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+XS(i.getShaderSource(e),a)}else return r}function qS(i,e){let t=$S(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var YS={[Vu]:"Linear",[Gu]:"Reinhard",[Wu]:"Cineon",[Xu]:"ACESFilmic",[qu]:"AgX",[Yu]:"Neutral",[$u]:"Custom"};function ZS(i,e){let t=YS[e];return t===void 0?(qe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var eh=new q;function JS(){_t.getLuminanceCoefficients(eh);let i=eh.x.toFixed(4),e=eh.y.toFixed(4),t=eh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function KS(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Oa).join(`
`)}function jS(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function QS(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function Oa(i){return i!==""}function Lg(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Dg(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var ew=/^[ \t]*#include +<([\w\d./]+)>/gm;function bd(i){return i.replace(ew,tw)}function tw(i,e){let t=ct[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return bd(t)}var nw=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Ng(i){return i.replace(nw,iw)}function iw(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Ug(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var sw={[dr]:"SHADOWMAP_TYPE_PCF",[go]:"SHADOWMAP_TYPE_VSM"};function rw(i){return sw[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var ow={[xo]:"ENVMAP_MODE_REFRACTION"};function aw(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":ow[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var lw={[fc]:"ENVMAP_BLENDING_MULTIPLY",[Km]:"ENVMAP_BLENDING_MIX",[jm]:"ENVMAP_BLENDING_ADD"};function cw(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":lw[i.combine]||"ENVMAP_BLENDING_NONE"}function hw(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=rw(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=aw(t),d=cw(t),u=KS(t),p=jS(r),g=s.createProgram(),v,f,m=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(v=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p].filter(Oa).join(`
`),v.length>0&&(v+=`
`),f=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p].filter(Oa).join(`
`),f.length>0&&(f+=`
`)):(v=[Ug(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Oa).join(`
`),f=[Ug(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,p,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+d:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==xi?"#define TONE_MAPPING":"",t.toneMapping!==xi?ct.tonemapping_pars_fragment:"",t.toneMapping!==xi?ZS("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",ct.colorspace_pars_fragment,qS("linearToOutputTexel",t.outputColorSpace),JS(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Oa).join(`
`)),o=bd(o),o=Lg(o,t),o=Dg(o,t),a=bd(a),a=Lg(a,t),a=Dg(a,t),o=Ng(o),a=Ng(a),t.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,v=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+v,f=["#define varying in",t.glslVersion===od?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===od?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+f);let y=m+v+o,R=m+f+a,M=Cg(s,s.VERTEX_SHADER,y),C=Cg(s,s.FRAGMENT_SHADER,R);s.attachShader(g,M),s.attachShader(g,C),t.index0AttributeName!==void 0?s.bindAttribLocation(g,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function T(L){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(g)||"",z=s.getShaderInfoLog(M)||"",H=s.getShaderInfoLog(C)||"",U=D.trim(),W=z.trim(),Y=H.trim(),G=!0,ce=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(G=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,g,M,C);else{let K=Ig(s,M,"vertex"),Q=Ig(s,C,"fragment");Qe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+U+`
`+K+`
`+Q)}else U!==""?qe("WebGLProgram: Program Info Log:",U):(W===""||Y==="")&&(ce=!1);ce&&(L.diagnostics={runnable:G,programLog:U,vertexShader:{log:W,prefix:v},fragmentShader:{log:Y,prefix:f}})}s.deleteShader(M),s.deleteShader(C),x=new bo(s,g),E=QS(s,g)}let x;this.getUniforms=function(){return x===void 0&&T(this),x};let E;this.getAttributes=function(){return E===void 0&&T(this),E};let B=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return B===!1&&(B=s.getProgramParameter(g,GS)),B},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=WS++,this.cacheKey=e,this.usedTimes=1,this.program=g,this.vertexShader=M,this.fragmentShader=C,this}var uw=0,Md=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Sd(e),t.set(e,n)),n}},Sd=class{constructor(e){this.id=uw++,this.code=e,this.usedTimes=0}};function dw(i){return i===Gs||i===Da||i===Na}function fw(i,e,t,n,s,r){let o=new ha,a=new Md,l=new Set,c=[],h=new Map,d=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function p(x){return l.add(x),x===0?"uv":`uv${x}`}function g(x,E,B,L,D,z){let H=L.fog,U=D.geometry,W=x.isMeshStandardMaterial||x.isMeshLambertMaterial||x.isMeshPhongMaterial?L.environment:null,Y=x.isMeshStandardMaterial||x.isMeshLambertMaterial&&!x.envMap||x.isMeshPhongMaterial&&!x.envMap,G=e.get(x.envMap||W,Y),ce=u[x.type],K=n.precision;x.precision!==null&&(K=n.getMaxPrecision(x.precision),K!==x.precision&&qe("WebGLProgram.getParameters:",x.precision,"not supported, using",K,"instead."));let Q=U.morphAttributes.position||U.morphAttributes.normal||U.morphAttributes.color,se=Q!==void 0?Q.length:0,de=0;U.morphAttributes.position!==void 0&&(de=1),U.morphAttributes.normal!==void 0&&(de=2),U.morphAttributes.color!==void 0&&(de=3);let ue,ee,me,xe;if(ce){let Re=ji[ce];ue=Re.vertexShader,ee=Re.fragmentShader}else{ue=x.vertexShader,ee=x.fragmentShader;let Re=a.getVertexShaderStage(x),rt=a.getFragmentShaderStage(x);a.update(x,Re,rt),me=Re.id,xe=rt.id}let Ae=i.getRenderTarget(),Me=i.state.buffers.depth.getReversed(),Ge=D.isInstancedMesh===!0,it=D.isBatchedMesh===!0,He=!!x.map,ht=!!x.matcap,at=!!G,tt=at&&G.isPMREMTexture===!0,Xt=!!x.aoMap,Bt=!!x.lightMap,sn=!!x.bumpMap&&x.wireframe===!1,Lt=!!x.normalMap,yn=!!x.displacementMap,vt=!!x.emissiveMap,fn=!!x.metalnessMap,Jt=!!x.roughnessMap,rn=x.anisotropy>0,O=x.clearcoat>0,Ce=x.diffuseRoughness>0,$e=x.dispersion>0,st=x.retroreflectivity>0,Se=x.iridescence>0,Ut=x.sheen>0,ze=x.transmission>0,Xe=rn&&!!x.anisotropyMap,P=O&&!!x.clearcoatMap,b=O&&!!x.clearcoatNormalMap,X=O&&!!x.clearcoatRoughnessMap,he=Ce&&!!x.diffuseRoughnessMap,oe=Se&&!!x.iridescenceMap,_e=Se&&!!x.iridescenceThicknessMap,ve=Ut&&!!x.sheenColorMap,te=Ut&&!!x.sheenRoughnessMap,ie=!!x.specularMap,pe=!!x.specularColorMap,F=!!x.specularIntensityMap,re=ze&&!!x.transmissionMap,ne=ze&&!!x.thicknessMap,we=!!x.gradientMap,ge=!!x.alphaMap,be=x.alphaTest>0,Ve=!!x.alphaHash,Ze=!!x.extensions,le=xi;x.toneMapped&&(Ae===null||Ae.isXRRenderTarget===!0)&&(le=i.toneMapping);let Oe=tt?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,Je={shaderID:ce,shaderType:x.type,shaderName:x.name,vertexShader:ue,fragmentShader:ee,defines:x.defines,customVertexShaderID:me,customFragmentShaderID:xe,isRawShaderMaterial:x.isRawShaderMaterial===!0,glslVersion:x.glslVersion,precision:K,batching:it,batchingColor:it&&D._colorsTexture!==null,instancing:Ge,instancingColor:Ge&&D.instanceColor!==null,instancingMorph:Ge&&D.morphTexture!==null,outputColorSpace:Ae===null?i.outputColorSpace:Ae.isXRRenderTarget===!0?Ae.texture.colorSpace:_t.workingColorSpace,alphaToCoverage:!!x.alphaToCoverage,map:He,matcap:ht,envMap:at,envMapMode:at&&G.mapping,envMapPMREM:tt,envMapMaxLod:tt?Oe.length-1:null,envMapSize:tt?Oe[0].width:null,aoMap:Xt,lightMap:Bt,bumpMap:sn,normalMap:Lt,displacementMap:yn,emissiveMap:vt,normalMapObjectSpace:Lt&&x.normalMapType===tg,normalMapTangentSpace:Lt&&x.normalMapType===Ua,packedNormalMap:Lt&&x.normalMapType===Ua&&dw(x.normalMap.format),metalnessMap:fn,roughnessMap:Jt,anisotropy:rn,anisotropyMap:Xe,clearcoat:O,clearcoatMap:P,clearcoatNormalMap:b,clearcoatRoughnessMap:X,diffuseRoughness:Ce,diffuseRoughnessMap:he,dispersion:$e,retroreflection:st,iridescence:Se,iridescenceMap:oe,iridescenceThicknessMap:_e,sheen:Ut,sheenColorMap:ve,sheenRoughnessMap:te,specularMap:ie,specularColorMap:pe,specularIntensityMap:F,transmission:ze,transmissionMap:re,thicknessMap:ne,gradientMap:we,opaque:x.transparent===!1&&x.blending===_o&&x.alphaToCoverage===!1,alphaMap:ge,alphaTest:be,alphaHash:Ve,combine:x.combine,mapUv:He&&p(x.map.channel),aoMapUv:Xt&&p(x.aoMap.channel),lightMapUv:Bt&&p(x.lightMap.channel),bumpMapUv:sn&&p(x.bumpMap.channel),normalMapUv:Lt&&p(x.normalMap.channel),displacementMapUv:yn&&p(x.displacementMap.channel),emissiveMapUv:vt&&p(x.emissiveMap.channel),metalnessMapUv:fn&&p(x.metalnessMap.channel),roughnessMapUv:Jt&&p(x.roughnessMap.channel),anisotropyMapUv:Xe&&p(x.anisotropyMap.channel),clearcoatMapUv:P&&p(x.clearcoatMap.channel),clearcoatNormalMapUv:b&&p(x.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&p(x.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:he&&p(x.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&p(x.iridescenceMap.channel),iridescenceThicknessMapUv:_e&&p(x.iridescenceThicknessMap.channel),sheenColorMapUv:ve&&p(x.sheenColorMap.channel),sheenRoughnessMapUv:te&&p(x.sheenRoughnessMap.channel),specularMapUv:ie&&p(x.specularMap.channel),specularColorMapUv:pe&&p(x.specularColorMap.channel),specularIntensityMapUv:F&&p(x.specularIntensityMap.channel),transmissionMapUv:re&&p(x.transmissionMap.channel),thicknessMapUv:ne&&p(x.thicknessMap.channel),alphaMapUv:ge&&p(x.alphaMap.channel),vertexTangents:!!U.attributes.tangent&&(Lt||rn),vertexNormals:!!U.attributes.normal,vertexColors:x.vertexColors,vertexAlphas:x.vertexColors===!0&&!!U.attributes.color&&U.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!U.attributes.uv&&(He||ge),fog:!!H,useFog:x.fog===!0,fogExp2:!!H&&H.isFogExp2,flatShading:x.wireframe===!1&&(x.flatShading===!0||U.attributes.normal===void 0&&Lt===!1&&(x.isMeshLambertMaterial||x.isMeshPhongMaterial||x.isMeshStandardMaterial||x.isMeshPhysicalMaterial)),sizeAttenuation:x.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:Me,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:U.attributes.position!==void 0,morphTargets:U.morphAttributes.position!==void 0,morphNormals:U.morphAttributes.normal!==void 0,morphColors:U.morphAttributes.color!==void 0,morphTargetsCount:se,morphTextureStride:de,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:z.filter(Re=>Re.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:x.dithering,shadowMapEnabled:i.shadowMap.enabled&&B.length>0,shadowMapType:i.shadowMap.type,toneMapping:le,decodeVideoTexture:He&&x.map.isVideoTexture===!0&&_t.getTransfer(x.map.colorSpace)===Tt,decodeVideoTextureEmissive:vt&&x.emissiveMap.isVideoTexture===!0&&_t.getTransfer(x.emissiveMap.colorSpace)===Tt,premultipliedAlpha:x.premultipliedAlpha,doubleSided:x.side===_i,flipSided:x.side===$n,useDepthPacking:x.depthPacking>=0,depthPacking:x.depthPacking||0,index0AttributeName:x.index0AttributeName,extensionClipCullDistance:Ze&&x.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Ze&&x.extensions.multiDraw===!0||it)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:x.customProgramCacheKey()};return Je.vertexUv1s=l.has(1),Je.vertexUv2s=l.has(2),Je.vertexUv3s=l.has(3),l.clear(),Je}function v(x){let E=[];if(x.shaderID?E.push(x.shaderID):(E.push(x.customVertexShaderID),E.push(x.customFragmentShaderID)),x.defines!==void 0)for(let B in x.defines)E.push(B),E.push(x.defines[B]);return x.isRawShaderMaterial===!1&&(f(E,x),m(E,x),E.push(i.outputColorSpace)),E.push(x.customProgramCacheKey),E.join()}function f(x,E){x.push(E.precision),x.push(E.outputColorSpace),x.push(E.envMapMode),x.push(E.envMapPMREM),x.push(E.envMapMaxLod),x.push(E.envMapSize),x.push(E.mapUv),x.push(E.alphaMapUv),x.push(E.lightMapUv),x.push(E.aoMapUv),x.push(E.bumpMapUv),x.push(E.normalMapUv),x.push(E.displacementMapUv),x.push(E.emissiveMapUv),x.push(E.metalnessMapUv),x.push(E.roughnessMapUv),x.push(E.anisotropyMapUv),x.push(E.clearcoatMapUv),x.push(E.clearcoatNormalMapUv),x.push(E.clearcoatRoughnessMapUv),x.push(E.diffuseRoughnessMapUv),x.push(E.iridescenceMapUv),x.push(E.iridescenceThicknessMapUv),x.push(E.sheenColorMapUv),x.push(E.sheenRoughnessMapUv),x.push(E.specularMapUv),x.push(E.specularColorMapUv),x.push(E.specularIntensityMapUv),x.push(E.transmissionMapUv),x.push(E.thicknessMapUv),x.push(E.combine),x.push(E.fogExp2),x.push(E.sizeAttenuation),x.push(E.morphTargetsCount),x.push(E.numSunLights),x.push(E.numDirLights),x.push(E.numPointLights),x.push(E.numSpotLights),x.push(E.numSpotLightMaps),x.push(E.numHemiLights),x.push(E.numRectAreaLights),x.push(E.numSunLightShadows),x.push(E.numDirLightShadows),x.push(E.numPointLightShadows),x.push(E.numSpotLightShadows),x.push(E.numSpotLightShadowsWithMaps),x.push(E.numLightProbes),x.push(E.numLightProbeGrids),x.push(E.shadowMapType),x.push(E.toneMapping),x.push(E.numClippingPlanes),x.push(E.numClipIntersection),x.push(E.depthPacking)}function m(x,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),x.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),x.push(o.mask)}function y(x){let E=u[x.type],B;if(E){let L=ji[E];B=gg.clone(L.uniforms)}else B=x.uniforms;return B}function R(x,E){let B=h.get(E);return B!==void 0?++B.usedTimes:(B=new hw(i,E,x,s),c.push(B),h.set(E,B)),B}function M(x){if(--x.usedTimes===0){let E=c.indexOf(x);c[E]=c[c.length-1],c.pop(),h.delete(x.cacheKey),x.destroy()}}function C(x){a.remove(x)}function T(){a.dispose()}return{getParameters:g,getProgramCacheKey:v,getUniforms:y,acquireProgram:R,releaseProgram:M,releaseShaderCache:C,programs:c,dispose:T}}function pw(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function mw(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function Fg(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function Og(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(u){let p=0;return u.isInstancedMesh&&(p+=2),u.isSkinnedMesh&&(p+=1),p}function a(u,p,g,v,f,m){let y=i[e];return y===void 0?(y={id:u.id,object:u,geometry:p,material:g,materialVariant:o(u),groupOrder:v,renderOrder:u.renderOrder,z:f,group:m},i[e]=y):(y.id=u.id,y.object=u,y.geometry=p,y.material=g,y.materialVariant=o(u),y.groupOrder=v,y.renderOrder=u.renderOrder,y.z=f,y.group=m),e++,y}function l(u,p,g,v,f,m,y){y.reversedDepth===!0&&(f=-f);let R=a(u,p,g,v,f,m);g.transmission>0?n.push(R):g.transparent===!0?s.push(R):t.push(R)}function c(u,p,g,v,f,m){let y=a(u,p,g,v,f,m);g.transmission>0?n.unshift(y):g.transparent===!0?s.unshift(y):t.unshift(y)}function h(u,p){t.length>1&&t.sort(u||mw),n.length>1&&n.sort(p||Fg),s.length>1&&s.sort(p||Fg)}function d(){for(let u=e,p=i.length;u<p;u++){let g=i[u];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:d,sort:h}}function gw(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new Og,i.set(n,[o])):s>=r.length?(o=new Og,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function _w(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new q,color:new ot};break;case"SpotLight":t={position:new q,direction:new q,color:new ot,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new q,color:new ot,distance:0,decay:0};break;case"HemisphereLight":t={direction:new q,skyColor:new ot,groundColor:new ot};break;case"RectAreaLight":t={color:new ot,position:new q,halfWidth:new q,halfHeight:new q};break}return i[e.id]=t,t}}}function xw(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ke};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ke};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ke,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var vw=0;function yw(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function bw(i){let e=new _w,t=xw(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new q);let s=new q,r=new qt,o=new qt;function a(c){let h=0,d=0,u=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let p=0,g=0,v=0,f=0,m=0,y=0,R=0,M=0,C=0,T=0,x=0,E=0,B=0,L=0;c.sort(yw);for(let z=0,H=c.length;z<H;z++){let U=c[z],W=U.color,Y=U.intensity,G=U.distance,ce=null;if(U.shadow&&U.shadow.map&&(U.shadow.map.texture.format===Gs?ce=U.shadow.map.texture:ce=U.shadow.map.depthTexture||U.shadow.map.texture),U.isAmbientLight)h+=W.r*Y,d+=W.g*Y,u+=W.b*Y;else if(U.isLightProbe){for(let K=0;K<9;K++)n.probe[K].addScaledVector(U.sh.coefficients[K],Y);L++}else if(U.isSunLight){let K=e.get(U);if(K.color.copy(U.color).multiplyScalar(U.intensity),U.castShadow){let Q=U.shadow,se=t.get(U);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[g]=se,n.sunShadowMap[g]=ce;let de=Q.getViewportCount();for(let ue=0;ue<de;ue++)n.sunShadowMatrix[v+ue]=Q.getMatrix(ue),n.sunShadowCascade[v+ue]=Q._cascadeData[ue];v+=de,g++}n.sun[p]=K,p++}else if(U.isDirectionalLight){let K=e.get(U);if(K.color.copy(U.color).multiplyScalar(U.intensity),U.castShadow){let Q=U.shadow,se=t.get(U);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,n.directionalShadow[f]=se,n.directionalShadowMap[f]=ce,n.directionalShadowMatrix[f]=U.shadow.matrix,C++}n.directional[f]=K,f++}else if(U.isSpotLight){let K=e.get(U);K.position.setFromMatrixPosition(U.matrixWorld),K.color.copy(W).multiplyScalar(Y),K.distance=G,K.coneCos=Math.cos(U.angle),K.penumbraCos=Math.cos(U.angle*(1-U.penumbra)),K.decay=U.decay,n.spot[y]=K;let Q=U.shadow;if(U.map&&(n.spotLightMap[E]=U.map,E++,Q.updateMatrices(U),U.castShadow&&B++),n.spotLightMatrix[y]=Q.matrix,U.castShadow){let se=t.get(U);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,n.spotShadow[y]=se,n.spotShadowMap[y]=ce,x++}y++}else if(U.isRectAreaLight){let K=e.get(U);K.color.copy(W).multiplyScalar(Y),K.halfWidth.set(U.width*.5,0,0),K.halfHeight.set(0,U.height*.5,0),n.rectArea[R]=K,R++}else if(U.isPointLight){let K=e.get(U);if(K.color.copy(U.color).multiplyScalar(U.intensity),K.distance=U.distance,K.decay=U.decay,U.castShadow){let Q=U.shadow,se=t.get(U);se.shadowIntensity=Q.intensity,se.shadowBias=Q.bias,se.shadowNormalBias=Q.normalBias,se.shadowRadius=Q.radius,se.shadowMapSize=Q.mapSize,se.shadowCameraNear=Q.camera.near,se.shadowCameraFar=Q.camera.far,n.pointShadow[m]=se,n.pointShadowMap[m]=ce,n.pointShadowMatrix[m]=U.shadow.matrix,T++}n.point[m]=K,m++}else if(U.isHemisphereLight){let K=e.get(U);K.skyColor.copy(U.color).multiplyScalar(Y),K.groundColor.copy(U.groundColor).multiplyScalar(Y),n.hemi[M]=K,M++}}R>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Le.LTC_FLOAT_1,n.rectAreaLTC2=Le.LTC_FLOAT_2):(n.rectAreaLTC1=Le.LTC_HALF_1,n.rectAreaLTC2=Le.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=d,n.ambient[2]=u;let D=n.hash;(D.sunLength!==p||D.directionalLength!==f||D.pointLength!==m||D.spotLength!==y||D.rectAreaLength!==R||D.hemiLength!==M||D.numSunShadows!==g||D.numDirectionalShadows!==C||D.numPointShadows!==T||D.numSpotShadows!==x||D.numSpotMaps!==E||D.numLightProbes!==L)&&(n.sun.length=p,n.directional.length=f,n.spot.length=y,n.rectArea.length=R,n.point.length=m,n.hemi.length=M,n.sunShadow.length=g,n.sunShadowMap.length=g,n.sunShadowMatrix.length=v,n.sunShadowCascade.length=v,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=x,n.spotShadowMap.length=x,n.spotLightMatrix.length=x+E-B,n.spotLightMap.length=E,n.numSpotLightShadowsWithMaps=B,n.numLightProbes=L,D.sunLength=p,D.directionalLength=f,D.pointLength=m,D.spotLength=y,D.rectAreaLength=R,D.hemiLength=M,D.numSunShadows=g,D.numDirectionalShadows=C,D.numPointShadows=T,D.numSpotShadows=x,D.numSpotMaps=E,D.numLightProbes=L,n.version=vw++)}function l(c,h){let d=0,u=0,p=0,g=0,v=0,f=0,m=h.matrixWorldInverse;for(let y=0,R=c.length;y<R;y++){let M=c[y];if(M.isSunLight){let C=n.sun[d];C.direction.setFromMatrixPosition(M.matrixWorld),C.direction.transformDirection(m),d++}else if(M.isDirectionalLight){let C=n.directional[u];C.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(m),u++}else if(M.isSpotLight){let C=n.spot[g];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(m),C.direction.setFromMatrixPosition(M.matrixWorld),s.setFromMatrixPosition(M.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(m),g++}else if(M.isRectAreaLight){let C=n.rectArea[v];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(m),o.identity(),r.copy(M.matrixWorld),r.premultiply(m),o.extractRotation(r),C.halfWidth.set(M.width*.5,0,0),C.halfHeight.set(0,M.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),v++}else if(M.isPointLight){let C=n.point[p];C.position.setFromMatrixPosition(M.matrixWorld),C.position.applyMatrix4(m),p++}else if(M.isHemisphereLight){let C=n.hemi[f];C.direction.setFromMatrixPosition(M.matrixWorld),C.direction.transformDirection(m),f++}}}return{setup:a,setupView:l,state:n}}function Bg(i){let e=new bw(i),t=[],n=[],s=[];function r(d){h.camera=d,t.length=0,n.length=0,s.length=0}function o(d){d.isLightProbeGrid?s.push(d):t.push(d)}function a(d){n.push(d)}function l(){e.setup(t),s.sort((d,u)=>d.priority-u.priority||d.id-u.id)}function c(d){e.setupView(t,d)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function Mw(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new Bg(i),e.set(s,[a])):r>=o.length?(a=new Bg(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var Sw=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,ww=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,Ew=[new q(1,0,0),new q(-1,0,0),new q(0,1,0),new q(0,-1,0),new q(0,0,1),new q(0,0,-1)],Tw=[new q(0,-1,0),new q(0,-1,0),new q(0,0,1),new q(0,0,-1),new q(0,-1,0),new q(0,-1,0)],kg=new qt,Fa=new q,_d=new q;function Aw(i,e,t){let n=new Us,s=new Ke,r=new Ke,o=new Yt,a=new Ql,l=new ec,c={},h=t.maxTextureSize,d={[Vs]:$n,[$n]:Vs,[_i]:_i},u=new Ji({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ke},radius:{value:4}},vertexShader:Sw,fragmentShader:ww}),p=u.clone();p.defines.HORIZONTAL_PASS=1;let g=new gi;g.setAttribute("position",new Yi(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let v=new qn(g,u),f=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=dr;let m=this.type;this.render=function(T,x,E){if(f.enabled===!1||f.autoUpdate===!1&&f.needsUpdate===!1||T.length===0)return;this.type===Lm&&(qe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=dr);let B=i.getRenderTarget(),L=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),z=i.state;z.setBlending(fr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let H=m!==this.type;H&&x.traverse(function(U){U.material&&(Array.isArray(U.material)?U.material.forEach(W=>W.needsUpdate=!0):U.material.needsUpdate=!0)});for(let U=0,W=T.length;U<W;U++){let Y=T[U],G=Y.shadow;if(G===void 0){qe("WebGLShadowMap:",Y,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;s.copy(G.mapSize);let ce=G.getFrameExtents();s.multiply(ce),r.copy(G.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ce.x),s.x=r.x*ce.x,G.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ce.y),s.y=r.y*ce.y,G.mapSize.y=r.y));let K=i.state.buffers.depth.getReversed();if(G.camera._reversedDepth=K,G.map===null||H===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===go){if(Y.isPointLight){qe("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new li(s.x,s.y,{format:Gs,type:Ni,minFilter:Wn,magFilter:Wn,generateMipmaps:!1}),G.map.texture.name=Y.name+".shadowMap",G.map.depthTexture=new ps(s.x,s.y,Di),G.map.depthTexture.name=Y.name+".shadowMapDepth",G.map.depthTexture.format=ds,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=Tn,G.map.depthTexture.magFilter=Tn}else Y.isPointLight?(G.map=new Ba(s.x),G.map.depthTexture=new _a(s.x,Li)):(G.map=new li(s.x,s.y),G.map.depthTexture=new ps(s.x,s.y,Li)),G.map.depthTexture.name=Y.name+".shadowMap",G.map.depthTexture.format=ds,this.type===dr?(G.map.depthTexture.compareFunction=K?sd:id,G.map.depthTexture.minFilter=Wn,G.map.depthTexture.magFilter=Wn):(G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=Tn,G.map.depthTexture.magFilter=Tn);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==s.x||G.map.height!==s.y)&&G.map.setSize(s.x,s.y);let Q=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();Y.isPointLight!==!0&&G.updateMatrices(Y,E);let se=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:E.layers;for(let de=0;de<Q;de++){let ue=G.getCamera(de);if(Y.isPointLight){let ee=G.camera,me=G.matrix,xe=Y.distance||ee.far;xe!==ee.far&&(ee.far=xe,ee.updateProjectionMatrix()),Fa.setFromMatrixPosition(Y.matrixWorld),ee.position.copy(Fa),_d.copy(ee.position),_d.add(Ew[de]),ee.up.copy(Tw[de]),ee.lookAt(_d),ee.updateMatrixWorld(),me.makeTranslation(-Fa.x,-Fa.y,-Fa.z),kg.multiplyMatrices(ee.projectionMatrix,ee.matrixWorldInverse),G._frustum.setFromProjectionMatrix(kg,ee.coordinateSystem,ee.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)i.setRenderTarget(G.map,de),i.clear();else{de===0&&(i.setRenderTarget(G.map),i.clear());let ee=G.getViewport(de);o.set(r.x*ee.x,r.y*ee.y,r.x*ee.z,r.y*ee.w),z.viewport(o)}n=G.getFrustum(de),M(x,E,ue,Y,se,this.type)}G.isPointLightShadow!==!0&&this.type===go&&y(G,E),G.needsUpdate=!1}m=this.type,f.needsUpdate=!1,i.setRenderTarget(B,L,D)};function y(T,x){let E=e.update(v);u.defines.VSM_SAMPLES!==T.blurSamples&&(u.defines.VSM_SAMPLES=T.blurSamples,p.defines.VSM_SAMPLES=T.blurSamples,u.needsUpdate=!0,p.needsUpdate=!0),T.mapPass===null?T.mapPass=new li(s.x,s.y,{format:Gs,type:Ni}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),u.uniforms.shadow_pass.value=T.map.depthTexture,u.uniforms.resolution.value.set(T.map.width,T.map.height),u.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(x,null,E,u,v,null),p.uniforms.shadow_pass.value=T.mapPass.texture,p.uniforms.resolution.value.set(T.map.width,T.map.height),p.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(x,null,E,p,v,null)}function R(T,x,E,B){let L=null,D=E.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(D!==void 0)L=D;else if(L=E.isPointLight===!0?l:a,i.localClippingEnabled&&x.clipShadows===!0&&Array.isArray(x.clippingPlanes)&&x.clippingPlanes.length!==0||x.displacementMap&&x.displacementScale!==0||x.alphaMap&&x.alphaTest>0||x.map&&x.alphaTest>0||x.alphaToCoverage===!0){let z=L.uuid,H=x.uuid,U=c[z];U===void 0&&(U={},c[z]=U);let W=U[H];W===void 0&&(W=L.clone(),U[H]=W,x.addEventListener("dispose",C)),L=W}if(L.visible=x.visible,L.wireframe=x.wireframe,B===go?L.side=x.shadowSide!==null?x.shadowSide:x.side:L.side=x.shadowSide!==null?x.shadowSide:d[x.side],L.alphaMap=x.alphaMap,L.alphaTest=x.alphaToCoverage===!0?.5:x.alphaTest,L.map=x.map,L.clipShadows=x.clipShadows,L.clippingPlanes=x.clippingPlanes,L.clipIntersection=x.clipIntersection,L.displacementMap=x.displacementMap,L.displacementScale=x.displacementScale,L.displacementBias=x.displacementBias,L.wireframeLinewidth=x.wireframeLinewidth,L.linewidth=x.linewidth,E.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let z=i.properties.get(L);z.light=E}return L}function M(T,x,E,B,L,D){if(T.visible===!1)return;if(T.layers.test(L)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&D===go)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,T.matrixWorld);let U=e.update(T),W=T.material;if(Array.isArray(W)){let Y=U.groups;for(let G=0,ce=Y.length;G<ce;G++){let K=Y[G],Q=W[K.materialIndex];if(Q&&Q.visible){let se=R(T,Q,B,D);T.onBeforeShadow(i,T,x,E,U,se,K),i.renderBufferDirect(E,null,U,se,T,K),T.onAfterShadow(i,T,x,E,U,se,K)}}}else if(W.visible){let Y=R(T,W,B,D);T.onBeforeShadow(i,T,x,E,U,Y,null),i.renderBufferDirect(E,null,U,Y,T,null),T.onAfterShadow(i,T,x,E,U,Y,null)}}let H=T.children;for(let U=0,W=H.length;U<W;U++)M(H[U],x,E,B,L,D)}function C(T){T.target.removeEventListener("dispose",C);for(let E in c){let B=c[E],L=T.target.uuid;L in B&&(B[L].dispose(),delete B[L])}}}function Rw(i,e){function t(){let F=!1,re=new Yt,ne=null,we=new Yt(0,0,0,0);return{setMask:function(ge){ne!==ge&&!F&&(i.colorMask(ge,ge,ge,ge),ne=ge)},setLocked:function(ge){F=ge},setClear:function(ge,be,Ve,Ze,le){le===!0&&(ge*=Ze,be*=Ze,Ve*=Ze),re.set(ge,be,Ve,Ze),we.equals(re)===!1&&(i.clearColor(ge,be,Ve,Ze),we.copy(re))},reset:function(){F=!1,ne=null,we.set(-1,0,0,0)}}}function n(){let F=!1,re=!1,ne=null,we=null,ge=null;return{setReversed:function(be){if(re!==be){let Ve=e.get("EXT_clip_control");be?Ve.clipControlEXT(Ve.LOWER_LEFT_EXT,Ve.ZERO_TO_ONE_EXT):Ve.clipControlEXT(Ve.LOWER_LEFT_EXT,Ve.NEGATIVE_ONE_TO_ONE_EXT),re=be;let Ze=ge;ge=null,this.setClear(Ze)}},getReversed:function(){return re},setTest:function(be){be?Me(i.DEPTH_TEST):Ge(i.DEPTH_TEST)},setMask:function(be){ne!==be&&!F&&(i.depthMask(be),ne=be)},setFunc:function(be){if(re&&(be=dg[be]),we!==be){switch(be){case Ol:i.depthFunc(i.NEVER);break;case Bl:i.depthFunc(i.ALWAYS);break;case kl:i.depthFunc(i.LESS);break;case io:i.depthFunc(i.LEQUAL);break;case zl:i.depthFunc(i.EQUAL);break;case Hl:i.depthFunc(i.GEQUAL);break;case Vl:i.depthFunc(i.GREATER);break;case Gl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}we=be}},setLocked:function(be){F=be},setClear:function(be){ge!==be&&(ge=be,re&&(be=1-be),i.clearDepth(be))},reset:function(){F=!1,ne=null,we=null,ge=null,re=!1}}}function s(){let F=!1,re=null,ne=null,we=null,ge=null,be=null,Ve=null,Ze=null,le=null;return{setTest:function(Oe){F||(Oe?Me(i.STENCIL_TEST):Ge(i.STENCIL_TEST))},setMask:function(Oe){re!==Oe&&!F&&(i.stencilMask(Oe),re=Oe)},setFunc:function(Oe,Je,Re){(ne!==Oe||we!==Je||ge!==Re)&&(i.stencilFunc(Oe,Je,Re),ne=Oe,we=Je,ge=Re)},setOp:function(Oe,Je,Re){(be!==Oe||Ve!==Je||Ze!==Re)&&(i.stencilOp(Oe,Je,Re),be=Oe,Ve=Je,Ze=Re)},setLocked:function(Oe){F=Oe},setClear:function(Oe){le!==Oe&&(i.clearStencil(Oe),le=Oe)},reset:function(){F=!1,re=null,ne=null,we=null,ge=null,be=null,Ve=null,Ze=null,le=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,h={},d={},u={},p=new WeakMap,g=[],v=null,f=!1,m=null,y=null,R=null,M=null,C=null,T=null,x=null,E=new ot(0,0,0),B=0,L=!1,D=null,z=null,H=null,U=null,W=null,Y=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,ce=0,K=i.getParameter(i.VERSION);K.indexOf("WebGL")!==-1?(ce=parseFloat(/^WebGL (\d)/.exec(K)[1]),G=ce>=1):K.indexOf("OpenGL ES")!==-1&&(ce=parseFloat(/^OpenGL ES (\d)/.exec(K)[1]),G=ce>=2);let Q=null,se={},de=i.getParameter(i.SCISSOR_BOX),ue=i.getParameter(i.VIEWPORT),ee=new Yt().fromArray(de),me=new Yt().fromArray(ue);function xe(F,re,ne,we){let ge=new Uint8Array(4),be=i.createTexture();i.bindTexture(F,be),i.texParameteri(F,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(F,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ve=0;Ve<ne;Ve++)F===i.TEXTURE_3D||F===i.TEXTURE_2D_ARRAY?i.texImage3D(re,0,i.RGBA,1,1,we,0,i.RGBA,i.UNSIGNED_BYTE,ge):i.texImage2D(re+Ve,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ge);return be}let Ae={};Ae[i.TEXTURE_2D]=xe(i.TEXTURE_2D,i.TEXTURE_2D,1),Ae[i.TEXTURE_CUBE_MAP]=xe(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ae[i.TEXTURE_2D_ARRAY]=xe(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Ae[i.TEXTURE_3D]=xe(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Me(i.DEPTH_TEST),o.setFunc(io),sn(!1),Lt(Fu),Me(i.CULL_FACE),Xt(fr);function Me(F){h[F]!==!0&&(i.enable(F),h[F]=!0)}function Ge(F){h[F]!==!1&&(i.disable(F),h[F]=!1)}function it(F,re){return u[F]!==re?(i.bindFramebuffer(F,re),u[F]=re,F===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=re),F===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=re),!0):!1}function He(F,re){let ne=g,we=!1;if(F){ne=p.get(re),ne===void 0&&(ne=[],p.set(re,ne));let ge=F.textures;if(ne.length!==ge.length||ne[0]!==i.COLOR_ATTACHMENT0){for(let be=0,Ve=ge.length;be<Ve;be++)ne[be]=i.COLOR_ATTACHMENT0+be;ne.length=ge.length,we=!0}}else ne[0]!==i.BACK&&(ne[0]=i.BACK,we=!0);we&&i.drawBuffers(ne)}function ht(F){return v!==F?(i.useProgram(F),v=F,!0):!1}let at={[pr]:i.FUNC_ADD,[Nm]:i.FUNC_SUBTRACT,[Um]:i.FUNC_REVERSE_SUBTRACT};at[Fm]=i.MIN,at[Om]=i.MAX;let tt={[Bm]:i.ZERO,[km]:i.ONE,[zm]:i.SRC_COLOR,[zu]:i.SRC_ALPHA,[$m]:i.SRC_ALPHA_SATURATE,[Wm]:i.DST_COLOR,[Vm]:i.DST_ALPHA,[Hm]:i.ONE_MINUS_SRC_COLOR,[Hu]:i.ONE_MINUS_SRC_ALPHA,[Xm]:i.ONE_MINUS_DST_COLOR,[Gm]:i.ONE_MINUS_DST_ALPHA,[qm]:i.CONSTANT_COLOR,[Ym]:i.ONE_MINUS_CONSTANT_COLOR,[Zm]:i.CONSTANT_ALPHA,[Jm]:i.ONE_MINUS_CONSTANT_ALPHA};function Xt(F,re,ne,we,ge,be,Ve,Ze,le,Oe){if(F===fr){f===!0&&(Ge(i.BLEND),f=!1);return}if(f===!1&&(Me(i.BLEND),f=!0),F!==Dm){if(F!==m||Oe!==L){if((y!==pr||C!==pr)&&(i.blendEquation(i.FUNC_ADD),y=pr,C=pr),Oe)switch(F){case _o:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Ou:i.blendFunc(i.ONE,i.ONE);break;case Bu:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case ku:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:Qe("WebGLState: Invalid blending: ",F);break}else switch(F){case _o:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Ou:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Bu:Qe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case ku:Qe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Qe("WebGLState: Invalid blending: ",F);break}R=null,M=null,T=null,x=null,E.set(0,0,0),B=0,m=F,L=Oe}return}ge=ge||re,be=be||ne,Ve=Ve||we,(re!==y||ge!==C)&&(i.blendEquationSeparate(at[re],at[ge]),y=re,C=ge),(ne!==R||we!==M||be!==T||Ve!==x)&&(i.blendFuncSeparate(tt[ne],tt[we],tt[be],tt[Ve]),R=ne,M=we,T=be,x=Ve),(Ze.equals(E)===!1||le!==B)&&(i.blendColor(Ze.r,Ze.g,Ze.b,le),E.copy(Ze),B=le),m=F,L=!1}function Bt(F,re){F.side===_i?Ge(i.CULL_FACE):Me(i.CULL_FACE);let ne=F.side===$n;re&&(ne=!ne),sn(ne),F.blending===_o&&F.transparent===!1?Xt(fr):Xt(F.blending,F.blendEquation,F.blendSrc,F.blendDst,F.blendEquationAlpha,F.blendSrcAlpha,F.blendDstAlpha,F.blendColor,F.blendAlpha,F.premultipliedAlpha),o.setFunc(F.depthFunc),o.setTest(F.depthTest),o.setMask(F.depthWrite),r.setMask(F.colorWrite);let we=F.stencilWrite;a.setTest(we),we&&(a.setMask(F.stencilWriteMask),a.setFunc(F.stencilFunc,F.stencilRef,F.stencilFuncMask),a.setOp(F.stencilFail,F.stencilZFail,F.stencilZPass)),vt(F.polygonOffset,F.polygonOffsetFactor,F.polygonOffsetUnits),F.alphaToCoverage===!0?Me(i.SAMPLE_ALPHA_TO_COVERAGE):Ge(i.SAMPLE_ALPHA_TO_COVERAGE)}function sn(F){D!==F&&(F?i.frontFace(i.CW):i.frontFace(i.CCW),D=F)}function Lt(F){F!==Pm?(Me(i.CULL_FACE),F!==z&&(F===Fu?i.cullFace(i.BACK):F===Im?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ge(i.CULL_FACE),z=F}function yn(F){F!==H&&(G&&i.lineWidth(F),H=F)}function vt(F,re,ne){F?(Me(i.POLYGON_OFFSET_FILL),(U!==re||W!==ne)&&(U=re,W=ne,o.getReversed()&&(re=-re,ne=-ne),i.polygonOffset(re,ne))):Ge(i.POLYGON_OFFSET_FILL)}function fn(F){F?Me(i.SCISSOR_TEST):Ge(i.SCISSOR_TEST)}function Jt(F){F===void 0&&(F=i.TEXTURE0+Y-1),Q!==F&&(i.activeTexture(F),Q=F)}function rn(F,re,ne){ne===void 0&&(Q===null?ne=i.TEXTURE0+Y-1:ne=Q);let we=se[ne];we===void 0&&(we={type:void 0,texture:void 0},se[ne]=we),(we.type!==F||we.texture!==re)&&(Q!==ne&&(i.activeTexture(ne),Q=ne),i.bindTexture(F,re||Ae[F]),we.type=F,we.texture=re)}function O(){let F=se[Q];F!==void 0&&F.type!==void 0&&(i.bindTexture(F.type,null),F.type=void 0,F.texture=void 0)}function Ce(){try{i.compressedTexImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function $e(){try{i.compressedTexImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function st(){try{i.texSubImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Se(){try{i.texSubImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Ut(){try{i.compressedTexSubImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function ze(){try{i.compressedTexSubImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function Xe(){try{i.texStorage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function P(){try{i.texStorage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function b(){try{i.texImage2D(...arguments)}catch(F){Qe("WebGLState:",F)}}function X(){try{i.texImage3D(...arguments)}catch(F){Qe("WebGLState:",F)}}function he(F){return d[F]!==void 0?d[F]:i.getParameter(F)}function oe(F,re){d[F]!==re&&(i.pixelStorei(F,re),d[F]=re)}function _e(F){ee.equals(F)===!1&&(i.scissor(F.x,F.y,F.z,F.w),ee.copy(F))}function ve(F){me.equals(F)===!1&&(i.viewport(F.x,F.y,F.z,F.w),me.copy(F))}function te(F,re){let ne=c.get(re);ne===void 0&&(ne=new WeakMap,c.set(re,ne));let we=ne.get(F);we===void 0&&(we=i.getUniformBlockIndex(re,F.name),i.uniformBlockBinding(re,we,we),ne.set(F,we))}function ie(F,re,ne){let ge=c.get(re).get(F);l[ge]!==ne&&(i.bindBufferBase(i.UNIFORM_BUFFER,ge,ne),l[ge]=ne)}function pe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},d={},Q=null,se={},u={},l={},p=new WeakMap,g=[],v=null,f=!1,m=null,y=null,R=null,M=null,C=null,T=null,x=null,E=new ot(0,0,0),B=0,L=!1,D=null,z=null,H=null,U=null,W=null,ee.set(0,0,i.canvas.width,i.canvas.height),me.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Me,disable:Ge,bindFramebuffer:it,drawBuffers:He,useProgram:ht,setBlending:Xt,setMaterial:Bt,setFlipSided:sn,setCullFace:Lt,setLineWidth:yn,setPolygonOffset:vt,setScissorTest:fn,activeTexture:Jt,bindTexture:rn,unbindTexture:O,compressedTexImage2D:Ce,compressedTexImage3D:$e,texImage2D:b,texImage3D:X,pixelStorei:oe,getParameter:he,updateUBOMapping:te,uniformBlockBinding:ie,texStorage2D:Xe,texStorage3D:P,texSubImage2D:st,texSubImage3D:Se,compressedTexSubImage2D:Ut,compressedTexSubImage3D:ze,scissor:_e,viewport:ve,reset:pe}}function Cw(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ke,h=new WeakMap,d=new Set,u,p=new WeakMap,g=new Set,v=new FinalizationRegistry(P=>g.delete(P)),f=!1;try{f=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(P,b){return f?new OffscreenCanvas(P,b):la("canvas")}function y(P,b,X){let he=1,oe=Xe(P);if((oe.width>X||oe.height>X)&&(he=X/Math.max(oe.width,oe.height)),he<1)if(typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&P instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&P instanceof ImageBitmap||typeof VideoFrame<"u"&&P instanceof VideoFrame){let _e=Math.floor(he*oe.width),ve=Math.floor(he*oe.height);u===void 0&&(u=m(_e,ve));let te=b?m(_e,ve):u;return te.width=_e,te.height=ve,te.getContext("2d").drawImage(P,0,0,_e,ve),qe("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+_e+"x"+ve+")."),te}else return"data"in P&&qe("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),P;return P}function R(P){return P.generateMipmaps}function M(P){i.generateMipmap(P)}function C(P){return P.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:P.isWebGL3DRenderTarget?i.TEXTURE_3D:P.isWebGLArrayRenderTarget||P.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(P,b,X,he,oe,_e=!1){if(P!==null){if(i[P]!==void 0)return i[P];qe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+P+"'")}let ve;he&&(ve=e.get("EXT_texture_norm16"),ve||qe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let te=b;if(b===i.RED&&(X===i.FLOAT&&(te=i.R32F),X===i.HALF_FLOAT&&(te=i.R16F),X===i.UNSIGNED_BYTE&&(te=i.R8),X===i.UNSIGNED_SHORT&&ve&&(te=ve.R16_EXT),X===i.SHORT&&ve&&(te=ve.R16_SNORM_EXT)),b===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(te=i.R8UI),X===i.UNSIGNED_SHORT&&(te=i.R16UI),X===i.UNSIGNED_INT&&(te=i.R32UI),X===i.BYTE&&(te=i.R8I),X===i.SHORT&&(te=i.R16I),X===i.INT&&(te=i.R32I)),b===i.RG&&(X===i.FLOAT&&(te=i.RG32F),X===i.HALF_FLOAT&&(te=i.RG16F),X===i.UNSIGNED_BYTE&&(te=i.RG8),X===i.UNSIGNED_SHORT&&ve&&(te=ve.RG16_EXT),X===i.SHORT&&ve&&(te=ve.RG16_SNORM_EXT)),b===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(te=i.RG8UI),X===i.UNSIGNED_SHORT&&(te=i.RG16UI),X===i.UNSIGNED_INT&&(te=i.RG32UI),X===i.BYTE&&(te=i.RG8I),X===i.SHORT&&(te=i.RG16I),X===i.INT&&(te=i.RG32I)),b===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(te=i.RGB8UI),X===i.UNSIGNED_SHORT&&(te=i.RGB16UI),X===i.UNSIGNED_INT&&(te=i.RGB32UI),X===i.BYTE&&(te=i.RGB8I),X===i.SHORT&&(te=i.RGB16I),X===i.INT&&(te=i.RGB32I)),b===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(te=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(te=i.RGBA16UI),X===i.UNSIGNED_INT&&(te=i.RGBA32UI),X===i.BYTE&&(te=i.RGBA8I),X===i.SHORT&&(te=i.RGBA16I),X===i.INT&&(te=i.RGBA32I)),b===i.RGB&&(X===i.UNSIGNED_SHORT&&ve&&(te=ve.RGB16_EXT),X===i.SHORT&&ve&&(te=ve.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(te=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(te=i.R11F_G11F_B10F)),b===i.RGBA){let ie=_e?aa:_t.getTransfer(oe);X===i.FLOAT&&(te=i.RGBA32F),X===i.HALF_FLOAT&&(te=i.RGBA16F),X===i.UNSIGNED_BYTE&&(te=ie===Tt?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&ve&&(te=ve.RGBA16_EXT),X===i.SHORT&&ve&&(te=ve.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(te=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(te=i.RGB5_A1)}return(te===i.R16F||te===i.R32F||te===i.RG16F||te===i.RG32F||te===i.RGBA16F||te===i.RGBA32F)&&e.get("EXT_color_buffer_float"),te}function x(P,b){let X;return P?b===null||b===Li||b===gr?X=i.DEPTH24_STENCIL8:b===Di?X=i.DEPTH32F_STENCIL8:b===vo&&(X=i.DEPTH24_STENCIL8,qe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):b===null||b===Li||b===gr?X=i.DEPTH_COMPONENT24:b===Di?X=i.DEPTH_COMPONENT32F:b===vo&&(X=i.DEPTH_COMPONENT16),X}function E(P,b){return R(P)===!0||P.isFramebufferTexture&&P.minFilter!==Tn&&P.minFilter!==Wn?Math.log2(Math.max(b.width,b.height))+1:P.mipmaps.length>0?P.mipmaps.length:P.isCompressedTexture&&Array.isArray(P.image)?b.mipmaps.length:1}function B(P){let b=new WeakRef(P);n.get(P).__ref=b,g.add(b),v.register(P,b,b)}function L(P){let b=n.get(P).__ref;b!==void 0&&(g.delete(b),v.unregister(b))}function D(P){H(P.target)}function z(P){U(P.target)}function H(P){P.removeEventListener("dispose",D),L(P),Y(P),P.isVideoTexture&&h.delete(P),P.isHTMLTexture&&d.delete(P)}function U(P){P.removeEventListener("dispose",z),L(P),ce(P)}function W(){for(let P of g){let b=P.deref();b!==void 0&&(b.isRenderTarget===!0?U(b):H(b))}g.clear(),d.clear()}function Y(P){let b=n.get(P);if(b.__webglInit===void 0)return;let X=P.source,he=p.get(X);if(he){let oe=he[b.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&G(P),Object.keys(he).length===0&&p.delete(X)}n.remove(P)}function G(P){let b=n.get(P);i.deleteTexture(b.__webglTexture);let X=P.source,he=p.get(X);delete he[b.__cacheKey],o.memory.textures--}function ce(P){let b=n.get(P);b.__depthDisposeCallback&&b.__depthDisposeCallback();let X=P.depthTexture;if(X&&X.renderTarget===P&&H(X),P.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(b.__webglFramebuffer[oe]))for(let _e=0;_e<b.__webglFramebuffer[oe].length;_e++)i.deleteFramebuffer(b.__webglFramebuffer[oe][_e]);else i.deleteFramebuffer(b.__webglFramebuffer[oe]);b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer[oe])}else{if(Array.isArray(b.__webglFramebuffer))for(let oe=0;oe<b.__webglFramebuffer.length;oe++)i.deleteFramebuffer(b.__webglFramebuffer[oe]);else i.deleteFramebuffer(b.__webglFramebuffer);if(b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer),b.__webglMultisampledFramebuffer&&i.deleteFramebuffer(b.__webglMultisampledFramebuffer),b.__webglColorRenderbuffer)for(let oe=0;oe<b.__webglColorRenderbuffer.length;oe++)b.__webglColorRenderbuffer[oe]&&i.deleteRenderbuffer(b.__webglColorRenderbuffer[oe]);b.__webglDepthRenderbuffer&&i.deleteRenderbuffer(b.__webglDepthRenderbuffer)}let he=P.textures;for(let oe=0,_e=he.length;oe<_e;oe++){let ve=n.get(he[oe]);ve.__webglTexture&&(i.deleteTexture(ve.__webglTexture),o.memory.textures--),n.remove(he[oe])}n.remove(P)}let K=0;function Q(){K=0}function se(){return K}function de(P){K=P}function ue(){let P=K;return P>=s.maxTextures&&qe("WebGLTextures: Trying to use "+(P+1)+" texture units while this GPU supports only "+s.maxTextures),K+=1,P}function ee(P){let b=[];return b.push(P.wrapS),b.push(P.wrapT),b.push(P.wrapR||0),b.push(P.magFilter),b.push(P.minFilter),b.push(P.anisotropy),b.push(P.internalFormat),b.push(P.format),b.push(P.type),b.push(P.generateMipmaps),b.push(P.mipmapsAutoUpdate),b.push(P.premultiplyAlpha),b.push(P.flipY),b.push(P.unpackAlignment),b.push(P.colorSpace),b.join()}function me(P,b){let X=n.get(P);if(P.isVideoTexture&&Ut(P),P.isRenderTargetTexture===!1&&P.isExternalTexture!==!0&&P.version>0&&X.__version!==P.version){let he=P.image;if(he===null)qe("WebGLRenderer: Texture marked for update but no image data found.");else if(he.complete===!1)qe("WebGLRenderer: Texture marked for update but image is incomplete");else{Bt(X,P,b);return}}else P.isExternalTexture&&(X.__webglTexture=P.sourceTexture?P.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+b)}function xe(P,b){let X=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&X.__version!==P.version){Bt(X,P,b);return}else P.isExternalTexture&&(X.__webglTexture=P.sourceTexture?P.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+b)}function Ae(P,b){let X=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&X.__version!==P.version){Bt(X,P,b);return}t.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+b)}function Me(P,b){let X=n.get(P);if(P.version>0&&X.__version!==P.version){sn(X,P,b);return}t.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+b)}let Ge={[so]:i.REPEAT,[$i]:i.CLAMP_TO_EDGE,[Wl]:i.MIRRORED_REPEAT},it={[Tn]:i.NEAREST,[Qm]:i.NEAREST_MIPMAP_NEAREST,[Ra]:i.NEAREST_MIPMAP_LINEAR,[Wn]:i.LINEAR,[gc]:i.LINEAR_MIPMAP_NEAREST,[ms]:i.LINEAR_MIPMAP_LINEAR},He={[ig]:i.NEVER,[rd]:i.ALWAYS,[sg]:i.LESS,[id]:i.LEQUAL,[rg]:i.EQUAL,[sd]:i.GEQUAL,[og]:i.GREATER,[ag]:i.NOTEQUAL};function ht(P,b){if(b.type===Di&&e.has("OES_texture_float_linear")===!1&&(b.magFilter===Wn||b.magFilter===gc||b.magFilter===Ra||b.magFilter===ms||b.minFilter===Wn||b.minFilter===gc||b.minFilter===Ra||b.minFilter===ms)&&qe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(P,i.TEXTURE_WRAP_S,Ge[b.wrapS]),i.texParameteri(P,i.TEXTURE_WRAP_T,Ge[b.wrapT]),(P===i.TEXTURE_3D||P===i.TEXTURE_2D_ARRAY)&&i.texParameteri(P,i.TEXTURE_WRAP_R,Ge[b.wrapR]),i.texParameteri(P,i.TEXTURE_MAG_FILTER,it[b.magFilter]),i.texParameteri(P,i.TEXTURE_MIN_FILTER,it[b.minFilter]),b.compareFunction&&(i.texParameteri(P,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(P,i.TEXTURE_COMPARE_FUNC,He[b.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(b.magFilter===Tn||b.minFilter!==Ra&&b.minFilter!==ms||b.type===Di&&e.has("OES_texture_float_linear")===!1)return;if(b.anisotropy>1||n.get(b).__currentAnisotropy){let X=e.get("EXT_texture_filter_anisotropic");i.texParameterf(P,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(b.anisotropy,s.getMaxAnisotropy())),n.get(b).__currentAnisotropy=b.anisotropy}}}function at(P,b){let X=!1;P.__webglInit===void 0&&(P.__webglInit=!0,b.addEventListener("dispose",D),B(b));let he=b.source,oe=p.get(he);oe===void 0&&(oe={},p.set(he,oe));let _e=ee(b);if(_e!==P.__cacheKey){oe[_e]===void 0&&(oe[_e]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),oe[_e].usedTimes++;let ve=oe[P.__cacheKey];ve!==void 0&&(oe[P.__cacheKey].usedTimes--,ve.usedTimes===0&&G(b)),P.__cacheKey=_e,P.__webglTexture=oe[_e].texture}return X}function tt(P,b,X){return Math.floor(Math.floor(P/X)/b)}function Xt(P,b,X,he){let _e=P.updateRanges;if(_e.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,b.width,b.height,X,he,b.data);else{_e.sort((F,re)=>F.start-re.start);let ve=0;for(let F=1;F<_e.length;F++){let re=_e[ve],ne=_e[F],we=re.start+re.count,ge=tt(ne.start,b.width,4),be=tt(re.start,b.width,4);ne.start<=we+1&&ge===be&&tt(ne.start+ne.count-1,b.width,4)===ge?re.count=Math.max(re.count,ne.start+ne.count-re.start):(++ve,_e[ve]=ne)}_e.length=ve+1;let te=t.getParameter(i.UNPACK_ROW_LENGTH),ie=t.getParameter(i.UNPACK_SKIP_PIXELS),pe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,b.width);for(let F=0,re=_e.length;F<re;F++){let ne=_e[F],we=Math.floor(ne.start/4),ge=Math.ceil(ne.count/4),be=we%b.width,Ve=Math.floor(we/b.width),Ze=ge,le=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,be),t.pixelStorei(i.UNPACK_SKIP_ROWS,Ve),t.texSubImage2D(i.TEXTURE_2D,0,be,Ve,Ze,le,X,he,b.data)}P.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,te),t.pixelStorei(i.UNPACK_SKIP_PIXELS,ie),t.pixelStorei(i.UNPACK_SKIP_ROWS,pe)}}function Bt(P,b,X){let he=i.TEXTURE_2D;(b.isDataArrayTexture||b.isCompressedArrayTexture)&&(he=i.TEXTURE_2D_ARRAY),b.isData3DTexture&&(he=i.TEXTURE_3D);let oe=at(P,b),_e=b.source;t.bindTexture(he,P.__webglTexture,i.TEXTURE0+X);let ve=n.get(_e);if(_e.version!==ve.__version||oe===!0){if(t.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&b.image instanceof ImageBitmap)===!1){let le=_t.getPrimaries(_t.workingColorSpace),Oe=b.colorSpace===_s?null:_t.getPrimaries(b.colorSpace),Je=b.colorSpace===_s||le===Oe?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Je)}t.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment);let ie=y(b.image,!1,s.maxTextureSize);ie=ze(b,ie);let pe=r.convert(b.format,b.colorSpace),F=r.convert(b.type),re=T(b.internalFormat,pe,F,b.normalized,b.colorSpace,b.isVideoTexture);ht(he,b);let ne,we=b.mipmaps,ge=b.isVideoTexture!==!0,be=ve.__version===void 0||oe===!0,Ve=_e.dataReady,Ze=E(b,ie);if(b.isDepthTexture)re=x(b.format===gs,b.type),be&&(ge?t.texStorage2D(i.TEXTURE_2D,1,re,ie.width,ie.height):t.texImage2D(i.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,F,null));else if(b.isDataTexture)if(we.length>0){ge&&be&&t.texStorage2D(i.TEXTURE_2D,Ze,re,we[0].width,we[0].height);for(let le=0,Oe=we.length;le<Oe;le++)ne=we[le],ge?Ve&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,F,ne.data):t.texImage2D(i.TEXTURE_2D,le,re,ne.width,ne.height,0,pe,F,ne.data);b.generateMipmaps=!1}else ge?(be&&t.texStorage2D(i.TEXTURE_2D,Ze,re,ie.width,ie.height),Ve&&Xt(b,ie,pe,F)):t.texImage2D(i.TEXTURE_2D,0,re,ie.width,ie.height,0,pe,F,ie.data);else if(b.isCompressedTexture)if(b.isCompressedArrayTexture){ge&&be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Ze,re,we[0].width,we[0].height,ie.depth);for(let le=0,Oe=we.length;le<Oe;le++)if(ne=we[le],b.format!==Ui)if(pe!==null)if(ge){if(Ve)if(b.layerUpdates.size>0){let Je=md(ne.width,ne.height,b.format,b.type);for(let Re of b.layerUpdates){let rt=ne.data.subarray(Re*Je/ne.data.BYTES_PER_ELEMENT,(Re+1)*Je/ne.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,Re,ne.width,ne.height,1,pe,rt)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,0,ne.width,ne.height,ie.depth,pe,ne.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,le,re,ne.width,ne.height,ie.depth,0,ne.data,0,0);else qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?Ve&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,le,0,0,0,ne.width,ne.height,ie.depth,pe,F,ne.data):t.texImage3D(i.TEXTURE_2D_ARRAY,le,re,ne.width,ne.height,ie.depth,0,pe,F,ne.data);b.layerUpdates.size>0&&b.clearLayerUpdates()}else{ge&&be&&t.texStorage2D(i.TEXTURE_2D,Ze,re,we[0].width,we[0].height);for(let le=0,Oe=we.length;le<Oe;le++)ne=we[le],b.format!==Ui?pe!==null?ge?Ve&&t.compressedTexSubImage2D(i.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,ne.data):t.compressedTexImage2D(i.TEXTURE_2D,le,re,ne.width,ne.height,0,ne.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?Ve&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,ne.width,ne.height,pe,F,ne.data):t.texImage2D(i.TEXTURE_2D,le,re,ne.width,ne.height,0,pe,F,ne.data)}else if(b.isDataArrayTexture)if(ge){if(be&&t.texStorage3D(i.TEXTURE_2D_ARRAY,Ze,re,ie.width,ie.height,ie.depth),Ve)if(b.layerUpdates.size>0){let le=md(ie.width,ie.height,b.format,b.type);for(let Oe of b.layerUpdates){let Je=ie.data.subarray(Oe*le/ie.data.BYTES_PER_ELEMENT,(Oe+1)*le/ie.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Oe,ie.width,ie.height,1,pe,F,Je)}b.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ie.width,ie.height,ie.depth,pe,F,ie.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,re,ie.width,ie.height,ie.depth,0,pe,F,ie.data);else if(b.isData3DTexture)ge?(be&&t.texStorage3D(i.TEXTURE_3D,Ze,re,ie.width,ie.height,ie.depth),Ve&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ie.width,ie.height,ie.depth,pe,F,ie.data)):t.texImage3D(i.TEXTURE_3D,0,re,ie.width,ie.height,ie.depth,0,pe,F,ie.data);else if(b.isFramebufferTexture){if(be)if(ge)t.texStorage2D(i.TEXTURE_2D,Ze,re,ie.width,ie.height);else{let le=ie.width,Oe=ie.height;for(let Je=0;Je<Ze;Je++)t.texImage2D(i.TEXTURE_2D,Je,re,le,Oe,0,pe,F,null),le>>=1,Oe>>=1}}else if(b.isHTMLTexture){if("texElementImage2D"in i){let le=i.canvas;if(le.hasAttribute("layoutsubtree")||le.setAttribute("layoutsubtree","true"),ie.parentNode!==le){le.appendChild(ie),d.add(b),le.onpaint=Oe=>{let Je=Oe.changedElements;for(let Re of d)Je.includes(Re.image)&&(Re.needsUpdate=!0)},le.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,ie);else{let Je=i.RGBA,Re=i.RGBA,rt=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,Je,Re,rt,ie)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(we.length>0){if(ge&&be){let le=Xe(we[0]);t.texStorage2D(i.TEXTURE_2D,Ze,re,le.width,le.height)}for(let le=0,Oe=we.length;le<Oe;le++)ne=we[le],ge?Ve&&t.texSubImage2D(i.TEXTURE_2D,le,0,0,pe,F,ne):t.texImage2D(i.TEXTURE_2D,le,re,pe,F,ne);b.generateMipmaps=!1}else if(ge){if(be){let le=Xe(ie);t.texStorage2D(i.TEXTURE_2D,Ze,re,le.width,le.height)}Ve&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,pe,F,ie)}else t.texImage2D(i.TEXTURE_2D,0,re,pe,F,ie);R(b)&&b.mipmapsAutoUpdate===!0&&M(he),ve.__version=_e.version,b.onUpdate&&b.onUpdate(b)}P.__version=b.version}function sn(P,b,X){if(b.image.length!==6)return;let he=at(P,b),oe=b.source;t.bindTexture(i.TEXTURE_CUBE_MAP,P.__webglTexture,i.TEXTURE0+X);let _e=n.get(oe);if(oe.version!==_e.__version||he===!0){t.activeTexture(i.TEXTURE0+X);let ve=_t.getPrimaries(_t.workingColorSpace),te=b.colorSpace===_s?null:_t.getPrimaries(b.colorSpace),ie=b.colorSpace===_s||ve===te?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ie);let pe=b.isCompressedTexture||b.image[0].isCompressedTexture,F=b.image[0]&&b.image[0].isDataTexture,re=[];for(let Re=0;Re<6;Re++)!pe&&!F?re[Re]=y(b.image[Re],!0,s.maxCubemapSize):re[Re]=F?b.image[Re].image:b.image[Re],re[Re]=ze(b,re[Re]);let ne=re[0],we=r.convert(b.format,b.colorSpace),ge=r.convert(b.type),be=T(b.internalFormat,we,ge,b.normalized,b.colorSpace),Ve=b.isVideoTexture!==!0,Ze=_e.__version===void 0||he===!0,le=oe.dataReady,Oe=E(b,ne);ht(i.TEXTURE_CUBE_MAP,b);let Je;if(b.isDepthTexture){if(be=x(b.format===gs,b.type),Ze)if(Ve)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,be,ne.width,ne.height);else for(let Re=0;Re<6;Re++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,ne.width,ne.height,0,we,ge,null)}else if(pe){Ve&&Ze&&t.texStorage2D(i.TEXTURE_CUBE_MAP,Oe,be,ne.width,ne.height);for(let Re=0;Re<6;Re++){Je=re[Re].mipmaps;for(let rt=0;rt<Je.length;rt++){let kt=Je[rt];b.format!==Ui?we!==null?Ve?le&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,rt,0,0,kt.width,kt.height,we,kt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,rt,be,kt.width,kt.height,0,kt.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ve?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,rt,0,0,kt.width,kt.height,we,ge,kt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,rt,be,kt.width,kt.height,0,we,ge,kt.data)}}}else{if(Je=b.mipmaps,Ve&&Ze){Je.length>0&&Oe++;let Re=Xe(re[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,Oe,be,Re.width,Re.height)}for(let Re=0;Re<6;Re++)if(F){Ve?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,re[Re].width,re[Re].height,we,ge,re[Re].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,re[Re].width,re[Re].height,0,we,ge,re[Re].data);for(let rt=0;rt<Je.length;rt++){let Fn=Je[rt].image[Re].image;Ve?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,rt+1,0,0,Fn.width,Fn.height,we,ge,Fn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,rt+1,be,Fn.width,Fn.height,0,we,ge,Fn.data)}}else{Ve?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,we,ge,re[Re]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,be,we,ge,re[Re]);for(let rt=0;rt<Je.length;rt++){let kt=Je[rt];Ve?le&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,rt+1,0,0,we,ge,kt.image[Re]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,rt+1,be,we,ge,kt.image[Re])}}}R(b)&&b.mipmapsAutoUpdate===!0&&M(i.TEXTURE_CUBE_MAP),_e.__version=oe.version,b.onUpdate&&b.onUpdate(b)}P.__version=b.version}function Lt(P,b,X,he,oe,_e){let ve=r.convert(X.format,X.colorSpace),te=r.convert(X.type),ie=T(X.internalFormat,ve,te,X.normalized,X.colorSpace),pe=n.get(b),F=n.get(X);if(F.__renderTarget=b,!pe.__hasExternalTextures){let re=Math.max(1,b.width>>_e),ne=Math.max(1,b.height>>_e);oe===i.TEXTURE_3D||oe===i.TEXTURE_2D_ARRAY?t.texImage3D(oe,_e,ie,re,ne,b.depth,0,ve,te,null):t.texImage2D(oe,_e,ie,re,ne,0,ve,te,null)}t.bindFramebuffer(i.FRAMEBUFFER,P),Se(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,he,oe,F.__webglTexture,0,st(b)):(oe===i.TEXTURE_2D||oe>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,he,oe,F.__webglTexture,_e),t.bindFramebuffer(i.FRAMEBUFFER,null)}function yn(P,b,X){if(i.bindRenderbuffer(i.RENDERBUFFER,P),b.depthBuffer){let he=b.depthTexture,oe=he&&he.isDepthTexture?he.type:null,_e=x(b.stencilBuffer,oe),ve=b.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Se(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,st(b),_e,b.width,b.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,st(b),_e,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,_e,b.width,b.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,ve,i.RENDERBUFFER,P)}else{let he=b.textures;for(let oe=0;oe<he.length;oe++){let _e=he[oe],ve=r.convert(_e.format,_e.colorSpace),te=r.convert(_e.type),ie=T(_e.internalFormat,ve,te,_e.normalized,_e.colorSpace);Se(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,st(b),ie,b.width,b.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,st(b),ie,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,ie,b.width,b.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function vt(P,b,X){let he=b.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,P),!(b.depthTexture&&b.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=n.get(b.depthTexture);oe.__renderTarget=b;let _e=he?b.depthTexture.image[0]:b.depthTexture.image;(!oe.__webglTexture||_e.width!==b.width||_e.height!==b.height)&&(_e.width=b.width,_e.height=b.height,b.depthTexture.needsUpdate=!0),he?Me(b.depthTexture,0):me(b.depthTexture,0);let ve=oe.__webglTexture,te=st(b),ie=he?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,pe=b.depthTexture.format===gs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(b.depthTexture.format===ds)Se(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,ve,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,ve,0);else if(b.depthTexture.format===gs)Se(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,ie,ve,0,te):i.framebufferTexture2D(i.FRAMEBUFFER,pe,ie,ve,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function fn(P){let b=n.get(P),X=P.isWebGLCubeRenderTarget===!0;if(b.__boundDepthTexture!==P.depthTexture){let he=P.depthTexture;if(b.__depthDisposeCallback&&b.__depthDisposeCallback(),he){let oe=()=>{delete b.__boundDepthTexture,delete b.__depthDisposeCallback,he.removeEventListener("dispose",oe)};he.addEventListener("dispose",oe),b.__depthDisposeCallback=oe}b.__boundDepthTexture=he}if(P.depthTexture&&!b.__autoAllocateDepthBuffer)if(X)for(let he=0;he<6;he++)vt(b.__webglFramebuffer[he],P,he);else P.texture.mipmaps.length>0?vt(b.__webglFramebuffer[0],P,0):vt(b.__webglFramebuffer,P,0);else if(X){b.__webglDepthbuffer=[];for(let he=0;he<6;he++)if(t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[he]),b.__webglDepthbuffer[he]===void 0)b.__webglDepthbuffer[he]=i.createRenderbuffer(),yn(b.__webglDepthbuffer[he],P,!1);else{let oe=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_e=b.__webglDepthbuffer[he];i.bindRenderbuffer(i.RENDERBUFFER,_e),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,_e)}}else if(P.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer),b.__webglDepthbuffer===void 0)b.__webglDepthbuffer=i.createRenderbuffer(),yn(b.__webglDepthbuffer,P,!1);else{let oe=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_e=b.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,_e),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,_e)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function Jt(P,b,X){let he=n.get(P);b!==void 0&&Lt(he.__webglFramebuffer,P,P.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&fn(P)}function rn(P){let b=P.texture,X=n.get(P),he=n.get(b);P.addEventListener("dispose",z),B(P);let oe=P.textures,_e=P.isWebGLCubeRenderTarget===!0,ve=oe.length>1;if(ve||(he.__webglTexture===void 0&&(he.__webglTexture=i.createTexture()),he.__version=b.version,o.memory.textures++),_e){X.__webglFramebuffer=[];for(let te=0;te<6;te++)if(b.mipmaps.length>0){X.__webglFramebuffer[te]=[];for(let ie=0;ie<b.mipmaps.length;ie++)X.__webglFramebuffer[te][ie]=i.createFramebuffer()}else X.__webglFramebuffer[te]=i.createFramebuffer()}else{if(b.mipmaps.length>0){X.__webglFramebuffer=[];for(let te=0;te<b.mipmaps.length;te++)X.__webglFramebuffer[te]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(ve)for(let te=0,ie=oe.length;te<ie;te++){let pe=n.get(oe[te]);pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture(),o.memory.textures++)}if(P.samples>0&&Se(P)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let te=0;te<oe.length;te++){let ie=oe[te];X.__webglColorRenderbuffer[te]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[te]);let pe=r.convert(ie.format,ie.colorSpace),F=r.convert(ie.type),re=T(ie.internalFormat,pe,F,ie.normalized,ie.colorSpace,P.isXRRenderTarget===!0),ne=st(P);i.renderbufferStorageMultisample(i.RENDERBUFFER,ne,re,P.width,P.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+te,i.RENDERBUFFER,X.__webglColorRenderbuffer[te])}i.bindRenderbuffer(i.RENDERBUFFER,null),P.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),yn(X.__webglDepthRenderbuffer,P,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(_e){t.bindTexture(i.TEXTURE_CUBE_MAP,he.__webglTexture),ht(i.TEXTURE_CUBE_MAP,b);for(let te=0;te<6;te++)if(b.mipmaps.length>0)for(let ie=0;ie<b.mipmaps.length;ie++)Lt(X.__webglFramebuffer[te][ie],P,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,ie);else Lt(X.__webglFramebuffer[te],P,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+te,0);R(b)?M(i.TEXTURE_CUBE_MAP):b.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}else if(ve){for(let te=0,ie=oe.length;te<ie;te++){let pe=oe[te],F=n.get(pe),re=i.TEXTURE_2D;(P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(re=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(re,F.__webglTexture),ht(re,pe),Lt(X.__webglFramebuffer,P,pe,i.COLOR_ATTACHMENT0+te,re,0),R(pe)&&M(re)}t.unbindTexture()}else{let te=i.TEXTURE_2D;if((P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(te=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(te,he.__webglTexture),ht(te,b),b.mipmaps.length>0)for(let ie=0;ie<b.mipmaps.length;ie++)Lt(X.__webglFramebuffer[ie],P,b,i.COLOR_ATTACHMENT0,te,ie);else Lt(X.__webglFramebuffer,P,b,i.COLOR_ATTACHMENT0,te,0);R(b)?M(te):b.mipmaps.length>0&&i.texParameteri(te,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}P.depthBuffer&&fn(P)}function O(P){let b=P.textures;for(let X=0,he=b.length;X<he;X++){let oe=b[X];if(R(oe)&&oe.mipmapsAutoUpdate===!0){let _e=C(P),ve=n.get(oe).__webglTexture;t.bindTexture(_e,ve),M(_e),t.unbindTexture()}}}let Ce=[];function $e(P){if(P.samples>0){if(Se(P)===!1){let b=P.textures,X=P.width,he=P.height,oe=i.COLOR_BUFFER_BIT,_e=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ve=n.get(P),te=b.length>1;if(te)for(let pe=0;pe<b.length;pe++)t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,ve.__webglMultisampledFramebuffer),P.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglFramebuffer);for(let pe=0;pe<b.length;pe++){if(P.resolveDepthBuffer&&(P.depthBuffer&&(oe|=i.DEPTH_BUFFER_BIT),P.stencilBuffer&&P.resolveStencilBuffer&&(oe|=i.STENCIL_BUFFER_BIT)),te){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,ve.__webglColorRenderbuffer[pe]);let F=n.get(b[pe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,F,0)}i.blitFramebuffer(0,0,X,he,0,0,X,he,oe,i.NEAREST),l===!0&&(Ce.length=0,Ce.push(i.COLOR_ATTACHMENT0+pe),P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&Ce.push(_e),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Ce))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),te)for(let pe=0;pe<b.length;pe++){t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,ve.__webglColorRenderbuffer[pe]);let F=n.get(b[pe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,ve.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,F,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ve.__webglMultisampledFramebuffer)}else if(P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&l){let b=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[b])}}}function st(P){return Math.min(s.maxSamples,P.samples)}function Se(P){let b=n.get(P);return P.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&b.__useRenderToTexture!==!1}function Ut(P){let b=o.render.frame;h.get(P)!==b&&(h.set(P,b),P.update())}function ze(P,b){let X=P.colorSpace,he=P.format,oe=P.type;return P.isCompressedTexture===!0||P.isVideoTexture===!0||X!==oa&&X!==_s&&(_t.getTransfer(X)===Tt?(he!==Ui||oe!==Yn)&&qe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Qe("WebGLTextures: Unsupported texture color space:",X)),b}function Xe(P){return typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement?(c.width=P.naturalWidth||P.width,c.height=P.naturalHeight||P.height):typeof VideoFrame<"u"&&P instanceof VideoFrame?(c.width=P.displayWidth,c.height=P.displayHeight):(c.width=P.width,c.height=P.height),c}this.allocateTextureUnit=ue,this.resetTextureUnits=Q,this.getTextureUnits=se,this.setTextureUnits=de,this.setTexture2D=me,this.setTexture2DArray=xe,this.setTexture3D=Ae,this.setTextureCube=Me,this.rebindTextures=Jt,this.setupRenderTarget=rn,this.updateRenderTargetMipmap=O,this.updateMultisampleRenderTarget=$e,this.setupDepthRenderbuffer=fn,this.setupFrameBufferTexture=Lt,this.useMultisampledRTT=Se,this.dispose=W}function Pw(i,e){function t(n,s=_s){let r,o=_t.getTransfer(s);if(n===Yn)return i.UNSIGNED_BYTE;if(n===xc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===vc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===ju)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Qu)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Ju)return i.BYTE;if(n===Ku)return i.SHORT;if(n===vo)return i.UNSIGNED_SHORT;if(n===_c)return i.INT;if(n===Li)return i.UNSIGNED_INT;if(n===Di)return i.FLOAT;if(n===Ni)return i.HALF_FLOAT;if(n===ed)return i.ALPHA;if(n===td)return i.RGB;if(n===Ui)return i.RGBA;if(n===ds)return i.DEPTH_COMPONENT;if(n===gs)return i.DEPTH_STENCIL;if(n===nd)return i.RED;if(n===yc)return i.RED_INTEGER;if(n===Gs)return i.RG;if(n===bc)return i.RG_INTEGER;if(n===Mc)return i.RGBA_INTEGER;if(n===Ca||n===Pa||n===Ia||n===La)if(o===Tt)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Ca)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Pa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Ia)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===La)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Ca)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Pa)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Ia)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===La)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Sc||n===wc||n===Ec||n===Tc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Sc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===wc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Ec)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Tc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Ac||n===Rc||n===Cc||n===Pc||n===Ic||n===Da||n===Lc)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Ac||n===Rc)return o===Tt?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Cc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Pc)return r.COMPRESSED_R11_EAC;if(n===Ic)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Da)return r.COMPRESSED_RG11_EAC;if(n===Lc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Dc||n===Nc||n===Uc||n===Fc||n===Oc||n===Bc||n===kc||n===zc||n===Hc||n===Vc||n===Gc||n===Wc||n===Xc||n===$c)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Dc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Nc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Uc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Fc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Oc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Bc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===kc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===zc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Hc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Vc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Gc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Wc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Xc)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===$c)return o===Tt?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===qc||n===Yc||n===Zc)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===qc)return o===Tt?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Yc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Zc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Jc||n===Kc||n===Na||n===jc)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Jc)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Kc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Na)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===jc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===gr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var Iw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,Lw=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,wd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new xa(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new Ji({vertexShader:Iw,fragmentShader:Lw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new qn(new hr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},Ed=class extends Pi{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,d=null,u=null,p=null,g=null,v=typeof XRWebGLBinding<"u",f=new wd,m={},y=t.getContextAttributes(),R=null,M=null,C=[],T=[],x=new Ke,E=null,B=null,L=new Gn;L.viewport=new Yt;let D=new Gn;D.viewport=new Yt;let z=[L,D],H=new dc,U=null,W=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(ee){let me=C[ee];return me===void 0&&(me=new co,C[ee]=me),me.getTargetRaySpace()},this.getControllerGrip=function(ee){let me=C[ee];return me===void 0&&(me=new co,C[ee]=me),me.getGripSpace()},this.getHand=function(ee){let me=C[ee];return me===void 0&&(me=new co,C[ee]=me),me.getHandSpace()};function Y(ee){let me=T.indexOf(ee.inputSource);if(me===-1)return;let xe=C[me];xe!==void 0&&(xe.update(ee.inputSource,ee.frame,c||o),xe.dispatchEvent({type:ee.type,data:ee.inputSource}))}function G(){s.removeEventListener("select",Y),s.removeEventListener("selectstart",Y),s.removeEventListener("selectend",Y),s.removeEventListener("squeeze",Y),s.removeEventListener("squeezestart",Y),s.removeEventListener("squeezeend",Y),s.removeEventListener("end",G),s.removeEventListener("inputsourceschange",ce);for(let ee=0;ee<C.length;ee++){let me=T[ee];me!==null&&(T[ee]=null,C[ee].disconnect(me))}U=null,W=null,f.reset();for(let ee in m)delete m[ee];if(e.setRenderTarget(R),p=null,u=null,d=null,s=null,M=null,ue.stop(),n.isPresenting=!1,e.setPixelRatio(E),e.setSize(x.width,x.height,!1),B!==null){let ee=B.camera;ee.fov=B.fov,ee.zoom=B.zoom,ee.updateProjectionMatrix(),B=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(ee){r=ee,n.isPresenting===!0&&qe("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(ee){a=ee,n.isPresenting===!0&&qe("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(ee){c=ee},this.getBaseLayer=function(){return u!==null?u:p},this.getBinding=function(){return d===null&&v&&(d=new XRWebGLBinding(s,t)),d},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(ee){if(s=ee,s!==null){if(R=e.getRenderTarget(),s.addEventListener("select",Y),s.addEventListener("selectstart",Y),s.addEventListener("selectend",Y),s.addEventListener("squeeze",Y),s.addEventListener("squeezestart",Y),s.addEventListener("squeezeend",Y),s.addEventListener("end",G),s.addEventListener("inputsourceschange",ce),y.xrCompatible!==!0&&await t.makeXRCompatible(),E=e.getPixelRatio(),e.getSize(x),v&&"createProjectionLayer"in XRWebGLBinding.prototype){let xe=null,Ae=null,Me=null;y.depth&&(Me=y.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,xe=y.stencil?gs:ds,Ae=y.stencil?gr:Li);let Ge={colorFormat:t.RGBA8,depthFormat:Me,scaleFactor:r};d=this.getBinding(),u=d.createProjectionLayer(Ge),s.updateRenderState({layers:[u]}),e.setPixelRatio(1),e.setSize(u.textureWidth,u.textureHeight,!1),M=new li(u.textureWidth,u.textureHeight,{format:Ui,type:Yn,depthTexture:new ps(u.textureWidth,u.textureHeight,Ae,void 0,void 0,void 0,void 0,void 0,void 0,xe),stencilBuffer:y.stencil,colorSpace:e.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let xe={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};p=new XRWebGLLayer(s,t,xe),s.updateRenderState({baseLayer:p}),e.setPixelRatio(1),e.setSize(p.framebufferWidth,p.framebufferHeight,!1),M=new li(p.framebufferWidth,p.framebufferHeight,{format:Ui,type:Yn,colorSpace:e.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:p.ignoreDepthValues===!1,resolveStencilBuffer:p.ignoreDepthValues===!1,storeMultisampledDepthBuffer:p.ignoreDepthValues===!1,storeMultisampledStencilBuffer:p.ignoreDepthValues===!1})}M.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ue.setContext(s),ue.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return f.getDepthTexture()};function ce(ee){for(let me=0;me<ee.removed.length;me++){let xe=ee.removed[me],Ae=T.indexOf(xe);Ae>=0&&(T[Ae]=null,C[Ae].disconnect(xe))}for(let me=0;me<ee.added.length;me++){let xe=ee.added[me],Ae=T.indexOf(xe);if(Ae===-1){for(let Ge=0;Ge<C.length;Ge++)if(Ge>=T.length){T.push(xe),Ae=Ge;break}else if(T[Ge]===null){T[Ge]=xe,Ae=Ge;break}if(Ae===-1)break}let Me=C[Ae];Me&&Me.connect(xe)}}function K(ee,me){me===null?ee.matrixWorld.copy(ee.matrix):ee.matrixWorld.multiplyMatrices(me.matrixWorld,ee.matrix),ee.matrixWorldInverse.copy(ee.matrixWorld).invert()}this.updateCamera=function(ee){if(s===null)return;let me=ee.near,xe=ee.far;f.texture!==null&&(f.depthNear>0&&(me=f.depthNear),f.depthFar>0&&(xe=f.depthFar)),H.near=D.near=L.near=me,H.far=D.far=L.far=xe,(U!==H.near||W!==H.far)&&(s.updateRenderState({depthNear:H.near,depthFar:H.far}),U=H.near,W=H.far),H.layers.mask=ee.layers.mask|6,L.layers.mask=H.layers.mask&-5,D.layers.mask=H.layers.mask&-3;let Ae=ee.parent,Me=H.cameras;K(H,Ae);for(let Ge=0;Ge<Me.length;Ge++)K(Me[Ge],Ae);H.projectionMatrix.copy(L.projectionMatrix),H.projectionMatrixInverse.copy(L.projectionMatrixInverse),B===null&&ee.isPerspectiveCamera&&(B={camera:ee,fov:ee.fov,zoom:ee.zoom}),Q(ee,H,Ae)};function Q(ee,me,xe){xe===null?ee.matrix.copy(me.matrixWorld):(ee.matrix.copy(xe.matrixWorld),ee.matrix.invert(),ee.matrix.multiply(me.matrixWorld)),ee.matrix.decompose(ee.position,ee.quaternion,ee.scale),ee.updateMatrixWorld(!0),ee.projectionMatrix.copy(me.projectionMatrix),ee.projectionMatrixInverse.copy(me.projectionMatrixInverse),ee.isPerspectiveCamera&&(ee.fov=ao*2*Math.atan(1/ee.projectionMatrix.elements[5]),ee.zoom=1)}this.getCamera=function(){return H},this.getFoveation=function(){if(!(u===null&&p===null))return l},this.setFoveation=function(ee){l=ee,u!==null&&(u.fixedFoveation=ee),p!==null&&p.fixedFoveation!==void 0&&(p.fixedFoveation=ee)},this.hasDepthSensing=function(){return f.texture!==null},this.getDepthSensingMesh=function(){return f.getMesh(H)},this.getCameraTexture=function(ee){return m[ee]};let se=null;function de(ee,me){if(h=me.getViewerPose(c||o),g=me,h!==null){let xe=h.views;p!==null&&(e.setRenderTargetFramebuffer(M,p.framebuffer),e.setRenderTarget(M));let Ae=!1;xe.length!==H.cameras.length&&(H.cameras.length=0,Ae=!0);for(let He=0;He<xe.length;He++){let ht=xe[He],at=null;if(p!==null)at=p.getViewport(ht);else{let Xt=d.getViewSubImage(u,ht);at=Xt.viewport,He===0&&(e.setRenderTargetTextures(M,Xt.colorTexture,Xt.depthStencilTexture),e.setRenderTarget(M))}let tt=z[He];tt===void 0&&(tt=new Gn,tt.layers.enable(He),tt.viewport=new Yt,z[He]=tt),tt.matrix.fromArray(ht.transform.matrix),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.projectionMatrix.fromArray(ht.projectionMatrix),tt.projectionMatrixInverse.copy(tt.projectionMatrix).invert(),tt.viewport.set(at.x,at.y,at.width,at.height),He===0&&(H.matrix.copy(tt.matrix),H.matrix.decompose(H.position,H.quaternion,H.scale)),Ae===!0&&H.cameras.push(tt)}let Me=s.enabledFeatures;if(Me&&Me.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&v){d=n.getBinding();let He=d.getDepthInformation(xe[0]);He&&He.isValid&&He.texture&&f.init(He,s.renderState)}if(Me&&Me.includes("camera-access")&&v){e.state.unbindTexture(),d=n.getBinding();for(let He=0;He<xe.length;He++){let ht=xe[He].camera;if(ht){let at=m[ht];at||(at=new xa,m[ht]=at);let tt=d.getCameraImage(ht);at.sourceTexture=tt}}}}for(let xe=0;xe<C.length;xe++){let Ae=T[xe],Me=C[xe];Ae!==null&&Me!==void 0&&Me.update(Ae,me,c||o)}se&&se(ee,me),me.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:me}),g=null}let ue=new zg;ue.setAnimationLoop(de),this.setAnimationLoop=function(ee){se=ee},this.dispose=function(){}}},Dw=new qt,Jg=new et;Jg.set(-1,0,0,0,1,0,0,0,1);function Nw(i,e){function t(f,m){f.matrixAutoUpdate===!0&&f.updateMatrix(),m.value.copy(f.matrix)}function n(f,m){m.color.getRGB(f.fogColor.value,dd(i)),m.isFog?(f.fogNear.value=m.near,f.fogFar.value=m.far):m.isFogExp2&&(f.fogDensity.value=m.density)}function s(f,m,y,R,M){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(f,m):m.isMeshLambertMaterial?(r(f,m),m.envMap&&(f.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(f,m),d(f,m)):m.isMeshPhongMaterial?(r(f,m),h(f,m),m.envMap&&(f.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(f,m),u(f,m),m.isMeshPhysicalMaterial&&p(f,m,M)):m.isMeshMatcapMaterial?(r(f,m),g(f,m)):m.isMeshDepthMaterial?r(f,m):m.isMeshDistanceMaterial?(r(f,m),v(f,m)):m.isMeshNormalMaterial?r(f,m):m.isLineBasicMaterial?(o(f,m),m.isLineDashedMaterial&&a(f,m)):m.isPointsMaterial?l(f,m,y,R):m.isSpriteMaterial?c(f,m):m.isShadowMaterial?(f.color.value.copy(m.color),f.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(f,m){f.opacity.value=m.opacity,m.color&&f.diffuse.value.copy(m.color),m.emissive&&f.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(f.map.value=m.map,t(m.map,f.mapTransform)),m.alphaMap&&(f.alphaMap.value=m.alphaMap,t(m.alphaMap,f.alphaMapTransform)),m.bumpMap&&(f.bumpMap.value=m.bumpMap,t(m.bumpMap,f.bumpMapTransform),f.bumpScale.value=m.bumpScale,m.side===$n&&(f.bumpScale.value*=-1)),m.normalMap&&(f.normalMap.value=m.normalMap,t(m.normalMap,f.normalMapTransform),f.normalScale.value.copy(m.normalScale),m.side===$n&&f.normalScale.value.negate()),m.displacementMap&&(f.displacementMap.value=m.displacementMap,t(m.displacementMap,f.displacementMapTransform),f.displacementScale.value=m.displacementScale,f.displacementBias.value=m.displacementBias),m.emissiveMap&&(f.emissiveMap.value=m.emissiveMap,t(m.emissiveMap,f.emissiveMapTransform)),m.specularMap&&(f.specularMap.value=m.specularMap,t(m.specularMap,f.specularMapTransform)),m.alphaTest>0&&(f.alphaTest.value=m.alphaTest);let y=e.get(m),R=y.envMap,M=y.envMapRotation;R&&(f.envMap.value=R,f.envMapRotation.value.setFromMatrix4(Dw.makeRotationFromEuler(M)).transpose(),R.isCubeTexture&&R.isRenderTargetTexture===!1&&f.envMapRotation.value.premultiply(Jg),f.reflectivity.value=m.reflectivity,f.ior.value=m.ior,f.refractionRatio.value=m.refractionRatio),m.lightMap&&(f.lightMap.value=m.lightMap,f.lightMapIntensity.value=m.lightMapIntensity,t(m.lightMap,f.lightMapTransform)),m.aoMap&&(f.aoMap.value=m.aoMap,f.aoMapIntensity.value=m.aoMapIntensity,t(m.aoMap,f.aoMapTransform))}function o(f,m){f.diffuse.value.copy(m.color),f.opacity.value=m.opacity,m.map&&(f.map.value=m.map,t(m.map,f.mapTransform))}function a(f,m){f.dashSize.value=m.dashSize,f.totalSize.value=m.dashSize+m.gapSize,f.scale.value=m.scale}function l(f,m,y,R){f.diffuse.value.copy(m.color),f.opacity.value=m.opacity,f.size.value=m.size*y,f.scale.value=R*.5,m.map&&(f.map.value=m.map,t(m.map,f.uvTransform)),m.alphaMap&&(f.alphaMap.value=m.alphaMap,t(m.alphaMap,f.alphaMapTransform)),m.alphaTest>0&&(f.alphaTest.value=m.alphaTest)}function c(f,m){f.diffuse.value.copy(m.color),f.opacity.value=m.opacity,f.rotation.value=m.rotation,m.map&&(f.map.value=m.map,t(m.map,f.mapTransform)),m.alphaMap&&(f.alphaMap.value=m.alphaMap,t(m.alphaMap,f.alphaMapTransform)),m.alphaTest>0&&(f.alphaTest.value=m.alphaTest)}function h(f,m){f.specular.value.copy(m.specular),f.shininess.value=Math.max(m.shininess,1e-4)}function d(f,m){m.gradientMap&&(f.gradientMap.value=m.gradientMap)}function u(f,m){f.metalness.value=m.metalness,m.metalnessMap&&(f.metalnessMap.value=m.metalnessMap,t(m.metalnessMap,f.metalnessMapTransform)),f.roughness.value=m.roughness,m.roughnessMap&&(f.roughnessMap.value=m.roughnessMap,t(m.roughnessMap,f.roughnessMapTransform)),m.envMap&&(f.envMapIntensity.value=m.envMapIntensity)}function p(f,m,y){f.ior.value=m.ior,m.diffuseRoughness>0&&(f.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(f.diffuseRoughnessMap.value=m.diffuseRoughnessMap,t(m.diffuseRoughnessMap,f.diffuseRoughnessMapTransform))),m.sheen>0&&(f.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),f.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(f.sheenColorMap.value=m.sheenColorMap,t(m.sheenColorMap,f.sheenColorMapTransform)),m.sheenRoughnessMap&&(f.sheenRoughnessMap.value=m.sheenRoughnessMap,t(m.sheenRoughnessMap,f.sheenRoughnessMapTransform))),m.clearcoat>0&&(f.clearcoat.value=m.clearcoat,f.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(f.clearcoatMap.value=m.clearcoatMap,t(m.clearcoatMap,f.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(f.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,t(m.clearcoatRoughnessMap,f.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(f.clearcoatNormalMap.value=m.clearcoatNormalMap,t(m.clearcoatNormalMap,f.clearcoatNormalMapTransform),f.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===$n&&f.clearcoatNormalScale.value.negate())),m.dispersion>0&&(f.dispersion.value=m.dispersion),m.retroreflectivity>0&&(f.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(f.iridescence.value=m.iridescence,f.iridescenceIOR.value=m.iridescenceIOR,f.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,f.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(f.iridescenceMap.value=m.iridescenceMap,t(m.iridescenceMap,f.iridescenceMapTransform)),m.iridescenceThicknessMap&&(f.iridescenceThicknessMap.value=m.iridescenceThicknessMap,t(m.iridescenceThicknessMap,f.iridescenceThicknessMapTransform))),m.transmission>0&&(f.transmission.value=m.transmission,f.transmissionSamplerMap.value=y.texture,f.transmissionSamplerSize.value.set(y.width,y.height),m.transmissionMap&&(f.transmissionMap.value=m.transmissionMap,t(m.transmissionMap,f.transmissionMapTransform)),f.thickness.value=m.thickness,m.thicknessMap&&(f.thicknessMap.value=m.thicknessMap,t(m.thicknessMap,f.thicknessMapTransform)),f.attenuationDistance.value=m.attenuationDistance,f.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(f.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(f.anisotropyMap.value=m.anisotropyMap,t(m.anisotropyMap,f.anisotropyMapTransform))),f.specularIntensity.value=m.specularIntensity,f.specularColor.value.copy(m.specularColor),m.specularColorMap&&(f.specularColorMap.value=m.specularColorMap,t(m.specularColorMap,f.specularColorMapTransform)),m.specularIntensityMap&&(f.specularIntensityMap.value=m.specularIntensityMap,t(m.specularIntensityMap,f.specularIntensityMapTransform))}function g(f,m){m.matcap&&(f.matcap.value=m.matcap)}function v(f,m){let y=e.get(m).light;f.referencePosition.value.setFromMatrixPosition(y.matrixWorld),f.nearDistance.value=y.shadow.camera.near,f.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function Uw(i,e,t,n){let s={},r={};function o(y,R){let M=R.program;n.uniformBlockBinding(y,M,s[y.id])}function a(y,R){let M=s[y.id];M===void 0&&(g(y),M=l(y),s[y.id]=M,y.addEventListener("dispose",f));let C=R.program;n.updateUBOMapping(y,C);let T=e.render.frame;r[y.id]!==T&&(c(y),r[y.id]=T)}function l(y){let R=i.createBuffer(),M=y.__size,C=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,R),i.bufferData(i.UNIFORM_BUFFER,M,C),i.bindBuffer(i.UNIFORM_BUFFER,null),R}function c(y){let R=s[y.id],M=y.uniforms,C=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,R);for(let T=0,x=M.length;T<x;T++){let E=M[T];if(Array.isArray(E))for(let B=0,L=E.length;B<L;B++)h(E[B],T,B,C);else h(E,T,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(y,R,M,C){if(u(y,R,M,C)===!0){let T=y.__offset,x=y.value;if(Array.isArray(x)){let E=0;for(let B=0;B<x.length;B++){let L=x[B],D=v(L,!0);d(L,y.__data,E),E+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else d(x,y.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,y.__data)}}function d(y,R,M){typeof y=="number"||typeof y=="boolean"?R[M]=y:y.isMatrix3?(R[M]=y.elements[0],R[M+1]=y.elements[1],R[M+2]=y.elements[2],R[M+3]=0,R[M+4]=y.elements[3],R[M+5]=y.elements[4],R[M+6]=y.elements[5],R[M+7]=0,R[M+8]=y.elements[6],R[M+9]=y.elements[7],R[M+10]=y.elements[8],R[M+11]=0):ArrayBuffer.isView(y)?R.set(y.subarray(0,R.length-M),M):y.toArray(R,M)}function u(y,R,M,C){let T=y.value,x=R+"_"+M;if(Array.isArray(T)){C[x]===void 0&&(C[x]=[]);let E=C[x],B=!1;for(let L=0;L<T.length;L++)p(T[L],E,L)===!0&&(B=!0);return B}return p(T,C,x)}function p(y,R,M){if(R[M]===void 0)return typeof y=="number"||typeof y=="boolean"?R[M]=y:ArrayBuffer.isView(y)?R[M]=y.slice():R[M]=y.clone(),!0;{let C=R[M];if(typeof y=="number"||typeof y=="boolean"){if(C!==y)return R[M]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(C.equals(y)===!1)return C.copy(y),!0}}return!1}function g(y){let R=y.uniforms,M=0,C=16;for(let x=0,E=R.length;x<E;x++){let B=Array.isArray(R[x])?R[x]:[R[x]];for(let L=0,D=B.length;L<D;L++){let z=B[L],H=Array.isArray(z.value)?z.value:[z.value],U=Array.isArray(R[x])||Array.isArray(z.value),W=M;for(let G=0,ce=H.length;G<ce;G++){let K=H[G],Q=v(K,U),se=M%C,de=se%Q.boundary,ue=se+de;M+=de,ue!==0&&C-ue<Q.storage&&(M+=C-ue),G===0&&(W=M),M+=Q.storage}let Y=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new Y((M-W)/Float32Array.BYTES_PER_ELEMENT),z.__offset=W}}let T=M%C;return T>0&&(M+=C-T),y.__size=M,y.__cache={},this}function v(y,R){let M={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(M.boundary=4,M.storage=4):y.isVector2?(M.boundary=8,M.storage=8):y.isVector3||y.isColor?(M.boundary=16,M.storage=12):y.isVector4?(M.boundary=16,M.storage=16):y.isMatrix3?(M.boundary=16,M.storage=48):y.isMatrix4?(M.boundary=16,M.storage=64):y.isTexture?qe("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(M.boundary=16,M.storage=y.byteLength):qe("WebGLRenderer: Unsupported uniform value type.",y),R===!0&&(M.boundary=16,M.storage=Math.ceil(M.storage/16)*16),M}function f(y){let R=y.target;R.removeEventListener("dispose",f),i.deleteBuffer(s[R.id]),delete s[R.id],delete r[R.id]}function m(){for(let y in s)i.deleteBuffer(s[y]);s={},r={}}return{bind:o,update:a,dispose:m}}var Fw=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Ki=null;function Ow(){return Ki===null&&(Ki=new Jl(Fw,16,16,Gs,Ni),Ki.name="DFG_LUT",Ki.minFilter=Wn,Ki.magFilter=Wn,Ki.wrapS=$i,Ki.wrapT=$i,Ki.generateMipmaps=!1,Ki.needsUpdate=!0),Ki}var nh=class{constructor(e={}){let{canvas:t=cg(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:d=!1,reversedDepthBuffer:u=!1,outputBufferType:p=Yn}=e;this.isWebGLRenderer=!0;let g;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=n.getContextAttributes().alpha}else g=o;let v=p,f=new Set([Mc,bc,yc]),m=new Set([Yn,Li,vo,gr,xc,vc]),y=new Uint32Array(4),R=new Int32Array(4),M={textures:[],min:[],max:[],resolution:[]},C=null,T=null,x=[],E=[],B=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=xi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,D=!1,z=null,H=null,U=null,W=null;this._outputColorSpace=Vn;let Y=0,G=0,ce=null,K=-1,Q=null,se=new Yt,de=new Yt,ue=null,ee=new ot(0),me=0,xe=t.width,Ae=t.height,Me=1,Ge=null,it=null,He=new Yt(0,0,xe,Ae),ht=new Yt(0,0,xe,Ae),at=!1,tt=new Us,Xt=new Kl,Bt=!1,sn=!1,Lt=new qt,yn=new q,vt=new Yt,fn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Jt=!1;function rn(){return ce===null?Me:1}let O=n;function Ce(w,k){return t.getContext(w,k)}let $e,st,Se,Ut,ze,Xe,P,b,X,he,oe,_e,ve,te,ie,pe,F,re,ne,we,ge,be,Ve;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:d};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Oe,!1),t.addEventListener("webglcontextrestored",Je,!1),t.addEventListener("webglcontextcreationerror",Re,!1),O===null){let k="webgl2";if(O=Ce(k,w),O===null)throw Ce(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Ze()}catch(w){throw t.removeEventListener("webglcontextlost",Oe,!1),t.removeEventListener("webglcontextrestored",Je,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),Qe("WebGLRenderer: "+w.message),w}function Ze(){$e=new YM(O),$e.init(),ge=new Pw(O,$e),st=new OM(O,$e,e,ge),Se=new Rw(O,$e),st.reversedDepthBuffer&&u&&Se.buffers.depth.setReversed(!0),H=O.createFramebuffer(),U=O.createFramebuffer(),W=O.createFramebuffer(),Ut=new KM(O),ze=new pw,Xe=new Cw(O,$e,Se,ze,st,ge,Ut),P=new qM(L),b=new Qv(O),be=new UM(O,b),X=new ZM(O,b,Ut,be),he=new QM(O,X,b,be,Ut),re=new jM(O,st,Xe),ie=new BM(ze),oe=new fw(L,P,$e,st,be,ie),_e=new Nw(L,ze),ve=new gw,te=new Mw($e),F=new NM(L,P,Se,he,g,l),pe=new Aw(L,he,st),Ve=new Uw(O,Ut,st,Se),ne=new FM(O,$e,Ut),we=new JM(O,$e,Ut),Ut.programs=oe.programs,L.capabilities=st,L.extensions=$e,L.properties=ze,L.renderLists=ve,L.shadowMap=pe,L.state=Se,L.info=Ut}v!==Yn&&(B=new tS(v,t.width,t.height,a,s,r));let le=new Ed(L,O);this.xr=le,this.getContext=function(){return O},this.getContextAttributes=function(){return O.getContextAttributes()},this.forceContextLoss=function(){let w=$e.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=$e.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return Me},this.setPixelRatio=function(w){w!==void 0&&(Me=w,this.setSize(xe,Ae,!1))},this.getSize=function(w){return w.set(xe,Ae)},this.setSize=function(w,k,j=!0){if(le.isPresenting){qe("WebGLRenderer: Can't change size while VR device is presenting.");return}xe=w,Ae=k,t.width=Math.floor(w*Me),t.height=Math.floor(k*Me),j===!0&&(t.style.width=w+"px",t.style.height=k+"px"),B!==null&&B.setSize(t.width,t.height),this.setViewport(0,0,w,k)},this.getDrawingBufferSize=function(w){return w.set(xe*Me,Ae*Me).floor()},this.setDrawingBufferSize=function(w,k,j){xe=w,Ae=k,Me=j,t.width=Math.floor(w*j),t.height=Math.floor(k*j),this.setViewport(0,0,w,k)},this.setEffects=function(w){if(v===Yn){Qe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let k=0;k<w.length;k++)if(w[k].isOutputPass===!0){qe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}B.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(se)},this.getViewport=function(w){return w.copy(He)},this.setViewport=function(w,k,j,$){w.isVector4?He.set(w.x,w.y,w.z,w.w):He.set(w,k,j,$),Se.viewport(se.copy(He).multiplyScalar(rn()).round())},this.getScissor=function(w){return w.copy(ht)},this.setScissor=function(w,k,j,$){w.isVector4?ht.set(w.x,w.y,w.z,w.w):ht.set(w,k,j,$),Se.scissor(de.copy(ht).multiplyScalar(rn()).round())},this.getScissorTest=function(){return at},this.setScissorTest=function(w){Se.setScissorTest(at=w)},this.setOpaqueSort=function(w){Ge=w},this.setTransparentSort=function(w){it=w},this.getClearColor=function(w){return w.copy(F.getClearColor())},this.setClearColor=function(){F.setClearColor(...arguments)},this.getClearAlpha=function(){return F.getClearAlpha()},this.setClearAlpha=function(){F.setClearAlpha(...arguments)},this.clear=function(w=!0,k=!0,j=!0){let $=0;if(w){let Z=!1;if(ce!==null){let Ee=ce.texture.format;Z=f.has(Ee)}if(Z){let Ee=ce.texture.type,Pe=m.has(Ee),Te=F.getClearColor(),Ie=F.getClearAlpha(),ke=Te.r,je=Te.g,ut=Te.b;Pe?(y[0]=ke,y[1]=je,y[2]=ut,y[3]=Ie,O.clearBufferuiv(O.COLOR,0,y)):(R[0]=ke,R[1]=je,R[2]=ut,R[3]=Ie,O.clearBufferiv(O.COLOR,0,R))}else $|=O.COLOR_BUFFER_BIT}k&&($|=O.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&($|=O.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),$!==0&&O.clear($)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),z=w},this.dispose=function(){t.removeEventListener("webglcontextlost",Oe,!1),t.removeEventListener("webglcontextrestored",Je,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),F.dispose(),ve.dispose(),te.dispose(),Xe.dispose(),ze.dispose(),P.dispose(),he.dispose(),X.dispose(),be.dispose(),Ve.dispose(),oe.dispose(),le.dispose(),le.removeEventListener("sessionstart",Wa),le.removeEventListener("sessionend",Fi),Qi.stop()};function Oe(w){w.preventDefault(),ad("WebGLRenderer: Context Lost."),D=!0}function Je(){ad("WebGLRenderer: Context Restored."),D=!1;let w=Ut.autoReset,k=pe.enabled,j=pe.autoUpdate,$=pe.needsUpdate,Z=pe.type;Ze(),Ut.autoReset=w,pe.enabled=k,pe.autoUpdate=j,pe.needsUpdate=$,pe.type=Z}function Re(w){Qe("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function rt(w){let k=w.target;k.removeEventListener("dispose",rt),kt(k)}function kt(w){Fn(w),ze.remove(w)}function Fn(w){let k=ze.get(w).programs;k!==void 0&&(k.forEach(function(j){oe.releaseProgram(j)}),w.isShaderMaterial&&oe.releaseShaderCache(w))}this.renderBufferDirect=function(w,k,j,$,Z,Ee){k===null&&(k=fn);let Pe=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Te=Lo(w,k,j,$,Z);Se.setMaterial($,Pe);let Ie=j.index,ke=1;if($.wireframe===!0){if(Ie=X.getWireframeAttribute(j),Ie===void 0)return;ke=2}let je=j.drawRange,ut=j.attributes.position,Be=je.start*ke,dt=(je.start+je.count)*ke;Ee!==null&&(Be=Math.max(Be,Ee.start*ke),dt=Math.min(dt,(Ee.start+Ee.count)*ke)),Ie!==null?(Be=Math.max(Be,0),dt=Math.min(dt,Ie.count)):ut!=null&&(Be=Math.max(Be,0),dt=Math.min(dt,ut.count));let Zt=dt-Be;if(Zt<0||Zt===1/0)return;be.setup(Z,$,Te,j,Ie);let At,Rt=ne;if(Ie!==null&&(At=b.get(Ie),Rt=we,Rt.setIndex(At)),Z.isMesh)$.wireframe===!0?(Se.setLineWidth($.wireframeLinewidth*rn()),Rt.setMode(O.LINES)):Rt.setMode(O.TRIANGLES);else if(Z.isLine){let pn=$.linewidth;pn===void 0&&(pn=1),Se.setLineWidth(pn*rn()),Z.isLineSegments?Rt.setMode(O.LINES):Z.isLineLoop?Rt.setMode(O.LINE_LOOP):Rt.setMode(O.LINE_STRIP)}else Z.isPoints?Rt.setMode(O.POINTS):Z.isSprite&&Rt.setMode(O.TRIANGLES);if(Z.isBatchedMesh)if($e.get("WEBGL_multi_draw"))Rt.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let pn=Z._multiDrawStarts,Ue=Z._multiDrawCounts,on=Z._multiDrawCount,mt=Ie?b.get(Ie).bytesPerElement:1,ts=ze.get($).currentProgram.getUniforms();for(let an=0;an<on;an++)ts.setValue(O,"_gl_DrawID",an),Rt.render(pn[an]/mt,Ue[an])}else if(Z.isInstancedMesh)Rt.renderInstances(Be,Zt,Z.count);else if(j.isInstancedBufferGeometry){let pn=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Ue=Math.min(j.instanceCount,pn);Rt.renderInstances(Be,Zt,Ue)}else Rt.render(Be,Zt)};function Co(w,k,j,$){z!==null&&w.isNodeMaterial&&z.setObject($,w),Bt===!0&&ie.setState(w,j,!1),w.transparent===!0&&w.side===_i&&w.forceSinglePass===!1?(w.side=$n,w.needsUpdate=!0,Oi(w,k,$),w.side=Vs,w.needsUpdate=!0,Oi(w,k,$),w.side=_i):Oi(w,k,$)}this.compile=function(w,k,j=null){j===null&&(j=w),z!==null&&z.renderStart(w,k,j),T=te.get(j),T.init(k),E.push(T),j.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),w!==j&&w.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),T.setupLights(),z!==null&&z.updateLights(T.state.lightsArray),sn=this.localClippingEnabled,Bt=ie.init(this.clippingPlanes,sn),Bt===!0&&ie.setGlobalState(this.clippingPlanes,k),z!==null&&pe.render(T.state.shadowsArray,j,k);let $=new Set;return w.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Ee=Z.material;if(Ee)if(Array.isArray(Ee))for(let Pe=0;Pe<Ee.length;Pe++){let Te=Ee[Pe];Co(Te,j,k,Z),$.add(Te)}else Co(Ee,j,k,Z),$.add(Ee)}),T=E.pop(),z!==null&&z.renderEnd(),$},this.compileAsync=function(w,k,j=null){let $=this.compile(w,k,j);return new Promise(Z=>{function Ee(){if($.forEach(function(Pe){let Ie=ze.get(Pe).currentProgram;(Ie===void 0||Ie.isReady())&&$.delete(Pe)}),$.size===0){Z(w);return}setTimeout(Ee,10)}$e.get("KHR_parallel_shader_compile")!==null?Ee():setTimeout(Ee,10)})};let yr=null;function _h(w){yr&&yr(w)}function Wa(){Qi.stop()}function Fi(){Qi.start()}let Qi=new zg;Qi.setAnimationLoop(_h),typeof self<"u"&&Qi.setContext(self),this.setAnimationLoop=function(w){yr=w,le.setAnimationLoop(w),w===null?Qi.stop():Qi.start()},le.addEventListener("sessionstart",Wa),le.addEventListener("sessionend",Fi),this.render=function(w,k){if(k!==void 0&&k.isCamera!==!0){Qe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;z!==null&&z.renderStart(w,k);let j=le.enabled===!0&&le.isPresenting===!0,$=B!==null&&(ce===null||j)&&B.begin(L,ce);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),le.enabled===!0&&le.isPresenting===!0&&(B===null||B.isCompositing()===!1)&&(le.cameraAutoUpdate===!0&&le.updateCamera(k),k=le.getCamera()),w.isScene===!0&&w.onBeforeRender(L,w,k,ce),T=te.get(w,E.length),T.init(k),T.state.textureUnits=Xe.getTextureUnits(),E.push(T),Lt.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?Xt.setFromArrayCamera(k):tt.setFromProjectionMatrix(Lt,mi,k.reversedDepth),sn=this.localClippingEnabled,Bt=ie.init(this.clippingPlanes,sn),C=ve.get(w,x.length),C.init(),x.push(C),this.info.render.frame++,le.enabled===!0&&le.isPresenting===!0){let Pe=L.xr.getDepthSensingMesh();Pe!==null&&es(Pe,k,-1/0,L.sortObjects)}es(w,k,0,L.sortObjects),C.finish(),z!==null&&z.updateLights(T.state.lightsArray),L.sortObjects===!0&&C.sort(Ge,it),Jt=le.enabled===!1||le.isPresenting===!1||le.hasDepthSensing()===!1,Jt&&F.addToRenderList(C,w),this.info.autoReset===!0&&this.info.reset(),Bt===!0&&ie.beginShadows();let Z=T.state.shadowsArray;if(pe.render(Z,w,k),Bt===!0&&ie.endShadows(),($&&B.hasRenderPass())===!1){let Pe=C.opaque,Te=C.transmissive;if(T.setupLights(),k.isArrayCamera){let Ie=k.cameras;if(Te.length>0)for(let ke=0,je=Ie.length;ke<je;ke++){let ut=Ie[ke];vi(Pe,Te,w,ut)}Jt&&F.render(w);for(let ke=0,je=Ie.length;ke<je;ke++){let ut=Ie[ke];Po(C,w,ut,ut.viewport)}}else Te.length>0&&vi(Pe,Te,w,k),Jt&&F.render(w),Po(C,w,k)}ce!==null&&G===0&&(Xe.updateMultisampleRenderTarget(ce),Xe.updateRenderTargetMipmap(ce)),$&&B.end(L),w.isScene===!0&&w.onAfterRender(L,w,k),be.resetDefaultState(),K=-1,Q=null,E.pop(),E.length>0?(T=E[E.length-1],Xe.setTextureUnits(T.state.textureUnits),Bt===!0&&ie.setGlobalState(L.clippingPlanes,T.state.camera)):T=null,x.pop(),x.length>0?C=x[x.length-1]:C=null,z!==null&&z.renderEnd()};function es(w,k,j,$){if(w.visible===!1)return;if(w.layers.test(k.layers)){if(w.isGroup)j=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(k);else if(w.isLight)T.pushLight(w),w.castShadow&&T.pushShadow(w);else if(w.isSprite){let Pe=k.isArrayCamera?Xt:tt;if(!w.frustumCulled||w.intersectsFrustum(Pe)){$&&vt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Lt);let Te=he.update(w),Ie=w.material;Ie.visible&&C.push(w,Te,Ie,j,vt.z,null,k)}}else if(w.isMesh||w.isLine||w.isPoints){let Pe=k.isArrayCamera?Xt:tt;if(!w.frustumCulled||w.intersectsFrustum(Pe)){let Te=he.update(w),Ie=w.material;if($&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),vt.copy(w.boundingSphere.center)):(Te.boundingSphere===null&&Te.computeBoundingSphere(),vt.copy(Te.boundingSphere.center)),vt.applyMatrix4(w.matrixWorld).applyMatrix4(Lt)),Array.isArray(Ie)){let ke=Te.groups;for(let je=0,ut=ke.length;je<ut;je++){let Be=ke[je],dt=Ie[Be.materialIndex];dt&&dt.visible&&C.push(w,Te,dt,j,vt.z,Be,k)}}else Ie.visible&&C.push(w,Te,Ie,j,vt.z,null,k)}}}let Ee=w.children;for(let Pe=0,Te=Ee.length;Pe<Te;Pe++)es(Ee[Pe],k,j,$)}function Po(w,k,j,$){let{opaque:Z,transmissive:Ee,transparent:Pe}=w;T.setupLightsView(j),Bt===!0&&ie.setGlobalState(L.clippingPlanes,j),$&&Se.viewport(se.copy($)),Z.length>0&&Kt(Z,k,j),Ee.length>0&&Kt(Ee,k,j),Pe.length>0&&Kt(Pe,k,j),Se.buffers.depth.setTest(!0),Se.buffers.depth.setMask(!0),Se.buffers.color.setMask(!0),Se.setPolygonOffset(!1)}function vi(w,k,j,$){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[$.id]===void 0){let Be=$e.has("EXT_color_buffer_half_float")||$e.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[$.id]=new li(1,1,{generateMipmaps:!0,type:Be?Ni:Yn,minFilter:ms,samples:Math.max(4,st.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:_t.workingColorSpace})}let Ee=T.state.transmissionRenderTarget[$.id],Pe=$.viewport||se;Ee.setSize(Pe.z*L.transmissionResolutionScale,Pe.w*L.transmissionResolutionScale);let Te=L.getRenderTarget(),Ie=L.getActiveCubeFace(),ke=L.getActiveMipmapLevel();L.setRenderTarget(Ee),L.getClearColor(ee),me=L.getClearAlpha(),me<1&&L.setClearColor(16777215,.5),L.clear(),Jt&&F.render(j);let je=L.toneMapping;L.toneMapping=xi;let ut=$.viewport;if($.viewport!==void 0&&($.viewport=void 0),T.setupLightsView($),Bt===!0&&ie.setGlobalState(L.clippingPlanes,$),Kt(w,j,$),Xe.updateMultisampleRenderTarget(Ee),Xe.updateRenderTargetMipmap(Ee),$e.has("WEBGL_multisampled_render_to_texture")===!1){let Be=!1;for(let dt=0,Zt=k.length;dt<Zt;dt++){let At=k[dt],{object:Rt,geometry:pn,material:Ue,group:on}=At;if(Ue.side===_i&&Rt.layers.test($.layers)){let mt=Ue.side;Ue.side=$n,Ue.needsUpdate=!0,tn(Rt,j,$,pn,Ue,on),Ue.side=mt,Ue.needsUpdate=!0,Be=!0}}Be===!0&&(Xe.updateMultisampleRenderTarget(Ee),Xe.updateRenderTargetMipmap(Ee))}L.setRenderTarget(Te,Ie,ke),L.setClearColor(ee,me),ut!==void 0&&($.viewport=ut),L.toneMapping=je}function Kt(w,k,j){let $=k.isScene===!0?k.overrideMaterial:null;for(let Z=0,Ee=w.length;Z<Ee;Z++){let Pe=w[Z],{object:Te,geometry:Ie,group:ke}=Pe,je=Pe.material;je.allowOverride===!0&&$!==null&&(je=$),Te.layers.test(j.layers)&&tn(Te,k,j,Ie,je,ke)}}function tn(w,k,j,$,Z,Ee){z!==null&&Z.isNodeMaterial&&z.setObject(w,Z),w.onBeforeRender(L,k,j,$,Z,Ee),w.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),Z.onBeforeRender(L,k,j,$,w,Ee),Z.transparent===!0&&Z.side===_i&&Z.forceSinglePass===!1?(Z.side=$n,Z.needsUpdate=!0,L.renderBufferDirect(j,k,$,Z,w,Ee),Z.side=Vs,Z.needsUpdate=!0,L.renderBufferDirect(j,k,$,Z,w,Ee),Z.side=_i):L.renderBufferDirect(j,k,$,Z,w,Ee),w.onAfterRender(L,k,j,$,Z,Ee)}function nn(w){let k=0;for(let j of w)j.texture!==null&&k++;return k}function Oi(w,k,j){k.isScene!==!0&&(k=fn);let $=ze.get(w),Z=T.state.lights,Ee=T.state.shadowsArray,Pe=Z.state.version,Te=oe.getParameters(w,Z.state,Ee,k,j,T.state.lightProbeGridArray),Ie=oe.getProgramCacheKey(Te),ke=$.programs;$.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?k.environment:null,$.fog=k.fog;let je=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;$.envMap=P.get(w.envMap||$.environment,je),$.envMapRotation=$.environment!==null&&w.envMap===null?k.environmentRotation:w.envMapRotation,ke===void 0&&(w.addEventListener("dispose",rt),ke=new Map,$.programs=ke,$.programVariants=new Map);let ut=ke.get(Ie);if(ut!==void 0){if($.currentProgram===ut&&$.lightsStateVersion===Pe)return Io(w,Te),ut}else Te.uniforms=oe.getUniforms(w),z!==null&&w.isNodeMaterial&&z.build(w,j,Te),w.onBeforeCompile(Te,L),ut=oe.acquireProgram(Te,Ie),ke.set(Ie,ut),$.uniforms=Te.uniforms;let Be=$.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Be.clippingPlanes=ie.uniform),Io(w,Te),$.needsLights=ys(w),$.lightsStateVersion=Pe,$.needsLights&&(Be.ambientLightColor.value=Z.state.ambient,Be.lightProbe.value=Z.state.probe,Be.sunLights.value=Z.state.sun,Be.sunLightShadows.value=Z.state.sunShadow,Be.directionalLights.value=Z.state.directional,Be.directionalLightShadows.value=Z.state.directionalShadow,Be.spotLights.value=Z.state.spot,Be.spotLightShadows.value=Z.state.spotShadow,Be.rectAreaLights.value=Z.state.rectArea,Be.ltc_1.value=Z.state.rectAreaLTC1,Be.ltc_2.value=Z.state.rectAreaLTC2,Be.pointLights.value=Z.state.point,Be.pointLightShadows.value=Z.state.pointShadow,Be.hemisphereLights.value=Z.state.hemi,Be.sunShadowMatrix.value=Z.state.sunShadowMatrix,Be.sunShadowCascade.value=Z.state.sunShadowCascade,Be.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Be.spotLightMatrix.value=Z.state.spotLightMatrix,Be.spotLightMap.value=Z.state.spotLightMap,Be.pointShadowMatrix.value=Z.state.pointShadowMatrix),$.numLightProbeGrids=nn(T.state.lightProbeGridArray),$.currentProgram=ut,$.uniformsList=null,ut}function Kn(w,k,j,$,Z){let Ee=ze.get(w),Pe=Ee.currentProgram.id+","+$+","+Z,Te=Ee.programVariants.get(Pe);return Te===void 0?(Te=Oi(w,k,j),Ee.programVariants.set(Pe,Te)):(Ee.currentProgram=Te,Ee.uniformsList=null,Ee.outputColorSpace=$,Ee.toneMapping=Z),Te}function vs(w){if(w.uniformsList===null){let k=w.currentProgram.getUniforms();w.uniformsList=bo.seqWithValue(k.seq,w.uniforms)}return w.uniformsList}function Io(w,k){let j=ze.get(w);j.outputColorSpace=k.outputColorSpace,j.batching=k.batching,j.batchingColor=k.batchingColor,j.instancing=k.instancing,j.instancingColor=k.instancingColor,j.instancingMorph=k.instancingMorph,j.skinning=k.skinning,j.morphTargets=k.morphTargets,j.morphNormals=k.morphNormals,j.morphColors=k.morphColors,j.morphTargetsCount=k.morphTargetsCount,j.numClippingPlanes=k.numClippingPlanes,j.numIntersection=k.numClipIntersection,j.vertexAlphas=k.vertexAlphas,j.vertexTangents=k.vertexTangents,j.toneMapping=k.toneMapping}function Lo(w,k,j,$,Z){k.isScene!==!0&&(k=fn),Xe.resetTextureUnits();let Ee=k.fog,Pe=$.isMeshStandardMaterial||$.isMeshLambertMaterial||$.isMeshPhongMaterial?k.environment:null,Te=ce===null?L.outputColorSpace:ce.isXRRenderTarget===!0?ce.texture.colorSpace:_t.workingColorSpace,Ie=$.isMeshStandardMaterial||$.isMeshLambertMaterial&&!$.envMap||$.isMeshPhongMaterial&&!$.envMap,ke=P.get($.envMap||Pe,Ie),je=$.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,ut=!!j.attributes.tangent&&(!!$.normalMap||$.anisotropy>0),Be=!!j.morphAttributes.position,dt=!!j.morphAttributes.normal,Zt=!!j.morphAttributes.color,At=xi;$.toneMapped&&(ce===null||ce.isXRRenderTarget===!0)&&(At=L.toneMapping);let Rt=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,pn=Rt!==void 0?Rt.length:0,Ue=ze.get($),on=T.state.lights;if(Bt===!0&&(sn===!0||w!==Q)){let Ct=w===Q&&$.id===K;ie.setState($,w,Ct)}let mt=!1,ts=!1;$.version===Ue.__version?Ue.needsLights&&Ue.lightsStateVersion!==on.state.version||Z.isBatchedMesh&&Ue.batching===!1||!Z.isBatchedMesh&&Ue.batching===!0||Z.isBatchedMesh&&Ue.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ue.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ue.instancing===!1||!Z.isInstancedMesh&&Ue.instancing===!0||Z.isSkinnedMesh&&Ue.skinning===!1||!Z.isSkinnedMesh&&Ue.skinning===!0||Z.isInstancedMesh&&Ue.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ue.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ue.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ue.instancingMorph===!1&&Z.morphTexture!==null||Ue.envMap!==ke||$.fog===!0&&Ue.fog!==Ee||Ue.numClippingPlanes!==void 0&&(Ue.numClippingPlanes!==ie.numPlanes||Ue.numIntersection!==ie.numIntersection)||Ue.vertexAlphas!==je||Ue.vertexTangents!==ut||Ue.morphTargets!==Be||Ue.morphNormals!==dt||Ue.morphColors!==Zt||Ue.morphTargetsCount!==pn||Ue.numLightProbeGrids!==nn(T.state.lightProbeGridArray)?mt=!0:(Ue.outputColorSpace!==Te||Ue.toneMapping!==At)&&(ts=!0):(mt=!0,Ue.__version=$.version);let an=Ue.currentProgram;(mt===!0||ts===!0)&&(an=ts===!0?Kn($,k,Z,Te,At):Oi($,k,Z),z&&$.isNodeMaterial&&z.onUpdateProgram($,an,Ue));let Sr=!1,Bi=!1,ns=!1,lt=an.getUniforms(),jt=Ue.uniforms;if(Se.useProgram(an.program)&&(Sr=!0,Bi=!0,ns=!0),$.id!==K&&(K=$.id,Bi=!0),Sr||Q!==w){Se.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),lt.setValue(O,"projectionMatrix",w.projectionMatrix),lt.setValue(O,"viewMatrix",w.matrixWorldInverse);let ln=lt.map.cameraPosition;ln!==void 0&&ln.setValue(O,yn.setFromMatrixPosition(w.matrixWorld)),st.logarithmicDepthBuffer&&lt.setValue(O,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),($.isMeshPhongMaterial||$.isMeshToonMaterial||$.isMeshLambertMaterial||$.isMeshBasicMaterial||$.isMeshStandardMaterial||$.isShaderMaterial)&&lt.setValue(O,"isOrthographic",w.isOrthographicCamera===!0),Q!==w&&(Q=w,Bi=!0,ns=!0)}if(Ue.needsLights&&(on.state.sunShadowMap.length>0&&lt.setValue(O,"sunShadowMap",on.state.sunShadowMap,Xe),on.state.directionalShadowMap.length>0&&lt.setValue(O,"directionalShadowMap",on.state.directionalShadowMap,Xe),on.state.spotShadowMap.length>0&&lt.setValue(O,"spotShadowMap",on.state.spotShadowMap,Xe),on.state.pointShadowMap.length>0&&lt.setValue(O,"pointShadowMap",on.state.pointShadowMap,Xe)),Z.isSkinnedMesh){lt.setOptional(O,Z,"bindMatrix"),lt.setOptional(O,Z,"bindMatrixInverse");let Ct=Z.skeleton;Ct&&(Ct.boneTexture===null&&Ct.computeBoneTexture(),lt.setValue(O,"boneTexture",Ct.boneTexture,Xe))}Z.isBatchedMesh&&(lt.setOptional(O,Z,"batchingTexture"),lt.setValue(O,"batchingTexture",Z._matricesTexture,Xe),lt.setOptional(O,Z,"batchingIdTexture"),lt.setValue(O,"batchingIdTexture",Z._indirectTexture,Xe),lt.setOptional(O,Z,"batchingColorTexture"),Z._colorsTexture!==null&&lt.setValue(O,"batchingColorTexture",Z._colorsTexture,Xe));let On=j.morphAttributes;if((On.position!==void 0||On.normal!==void 0||On.color!==void 0)&&re.update(Z,j,an),(Bi||Ue.receiveShadow!==Z.receiveShadow)&&(Ue.receiveShadow=Z.receiveShadow,lt.setValue(O,"receiveShadow",Z.receiveShadow)),($.isMeshStandardMaterial||$.isMeshLambertMaterial||$.isMeshPhongMaterial)&&$.envMap===null&&k.environment!==null&&(jt.envMapIntensity.value=k.environmentIntensity),jt.dfgLUT!==void 0&&(jt.dfgLUT.value=Ow()),Bi){if(lt.setValue(O,"toneMappingExposure",L.toneMappingExposure),Ue.needsLights&&br(jt,ns),Ee&&$.fog===!0&&_e.refreshFogUniforms(jt,Ee),_e.refreshMaterialUniforms(jt,$,Me,Ae,T.state.transmissionRenderTarget[w.id]),Ue.needsLights&&Ue.numLightProbeGrids>0){let Ct=M,ln=0;for(let Pn of T.state.lightProbeGridArray)Pn.texture!==null&&(Ct.textures[ln]=Pn.texture,Ct.min[ln]=Pn.boundingBox.min,Ct.max[ln]=Pn.boundingBox.max,Ct.resolution[ln]=Pn.resolution,ln++);for(let Pn in Ct)Ct[Pn].length=ln;jt.probesSH.value=Ct.textures,jt.probesMin.value=Ct.min,jt.probesMax.value=Ct.max,jt.probesResolution.value=Ct.resolution}bo.upload(O,vs(Ue),jt,Xe)}if($.isShaderMaterial&&$.uniformsNeedUpdate===!0&&(bo.upload(O,vs(Ue),jt,Xe),$.uniformsNeedUpdate=!1),$.isSpriteMaterial&&lt.setValue(O,"center",Z.center),lt.setValue(O,"modelViewMatrix",Z.modelViewMatrix),lt.setValue(O,"normalMatrix",Z.normalMatrix),lt.setValue(O,"modelMatrix",Z.matrixWorld),$.uniformsGroups!==void 0){let Ct=$.uniformsGroups;for(let ln=0,Pn=Ct.length;ln<Pn;ln++){let Xa=Ct[ln];Ve.update(Xa,an),Ve.bind(Xa,an)}}return an}function br(w,k){w.ambientLightColor.needsUpdate=k,w.lightProbe.needsUpdate=k,w.sunLights.needsUpdate=k,w.sunLightShadows.needsUpdate=k,w.directionalLights.needsUpdate=k,w.directionalLightShadows.needsUpdate=k,w.pointLights.needsUpdate=k,w.pointLightShadows.needsUpdate=k,w.spotLights.needsUpdate=k,w.spotLightShadows.needsUpdate=k,w.rectAreaLights.needsUpdate=k,w.hemisphereLights.needsUpdate=k}function ys(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return Y},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return ce},this.setRenderTargetTextures=function(w,k,j){let $=ze.get(w);$.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,$.__autoAllocateDepthBuffer===!1&&($.__useRenderToTexture=!1),ze.get(w.texture).__webglTexture=k,ze.get(w.depthTexture).__webglTexture=$.__autoAllocateDepthBuffer?void 0:j,$.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,k){let j=ze.get(w);j.__webglFramebuffer=k,j.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(w,k=0,j=0){ce=w,Y=k,G=j;let $=null,Z=!1,Ee=!1;if(w){let Te=ze.get(w);if(Te.__useDefaultFramebuffer!==void 0){Se.bindFramebuffer(O.FRAMEBUFFER,Te.__webglFramebuffer),se.copy(w.viewport),de.copy(w.scissor),ue=w.scissorTest,Se.viewport(se),Se.scissor(de),Se.setScissorTest(ue),K=-1;return}else if(Te.__webglFramebuffer===void 0)Xe.setupRenderTarget(w);else if(Te.__hasExternalTextures)Xe.rebindTextures(w,ze.get(w.texture).__webglTexture,ze.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let je=w.depthTexture;if(Te.__boundDepthTexture!==je){if(je!==null&&ze.has(je)&&(w.width!==je.image.width||w.height!==je.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Xe.setupDepthRenderbuffer(w)}}let Ie=w.texture;(Ie.isData3DTexture||Ie.isDataArrayTexture||Ie.isCompressedArrayTexture)&&(Ee=!0);let ke=ze.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(ke[k])?$=ke[k][j]:$=ke[k],Z=!0):w.samples>0&&Xe.useMultisampledRTT(w)===!1?$=ze.get(w).__webglMultisampledFramebuffer:Array.isArray(ke)?$=ke[j]:$=ke,se.copy(w.viewport),de.copy(w.scissor),ue=w.scissorTest}else se.copy(He).multiplyScalar(Me).floor(),de.copy(ht).multiplyScalar(Me).floor(),ue=at;if(j!==0&&($=H),Se.bindFramebuffer(O.FRAMEBUFFER,$)&&Se.drawBuffers(w,$),Se.viewport(se),Se.scissor(de),Se.setScissorTest(ue),Z){let Te=ze.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_CUBE_MAP_POSITIVE_X+k,Te.__webglTexture,j)}else if(Ee){let Te=k;for(let Ie=0;Ie<w.textures.length;Ie++){let ke=ze.get(w.textures[Ie]);O.framebufferTextureLayer(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0+Ie,ke.__webglTexture,j,Te)}}else if(w!==null&&j!==0){let Te=ze.get(w.texture);O.framebufferTexture2D(O.FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,Te.__webglTexture,j)}K=-1};function Mr(w){let k=ze.get(w);return(k.__readFormat!==w.format||k.__readType!==w.type)&&(k.__readFormat=w.format,k.__readType=w.type,k.__formatReadable=st.textureFormatReadable(w.format),k.__typeReadable=st.textureTypeReadable(w.type)),k}this.readRenderTargetPixels=function(w,k,j,$,Z,Ee,Pe,Te=0){if(!(w&&w.isWebGLRenderTarget)){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ie=ze.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie){Se.bindFramebuffer(O.FRAMEBUFFER,Ie);try{let ke=w.textures[Te],je=ke.format,ut=ke.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Te);let Be=Mr(ke);if(Be.__formatReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Be.__typeReadable===!1){Qe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=w.width-$&&j>=0&&j<=w.height-Z&&O.readPixels(k,j,$,Z,ge.convert(je),ge.convert(ut),Ee)}finally{let ke=ce!==null?ze.get(ce).__webglFramebuffer:null;Se.bindFramebuffer(O.FRAMEBUFFER,ke)}}},this.readRenderTargetPixelsAsync=async function(w,k,j,$,Z,Ee,Pe,Te=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ie=ze.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Pe!==void 0&&(Ie=Ie[Pe],Array.isArray(Ie)&&(Ie=Ie[0])),Ie)if(k>=0&&k<=w.width-$&&j>=0&&j<=w.height-Z){Se.bindFramebuffer(O.FRAMEBUFFER,Ie);let ke=w.textures[Te],je=ke.format,ut=ke.type;w.textures.length>1&&O.readBuffer(O.COLOR_ATTACHMENT0+Te);let Be=Mr(ke);if(Be.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Be.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let dt=O.createBuffer();O.bindBuffer(O.PIXEL_PACK_BUFFER,dt),O.bufferData(O.PIXEL_PACK_BUFFER,Ee.byteLength,O.STREAM_READ),O.readPixels(k,j,$,Z,ge.convert(je),ge.convert(ut),0),O.bindBuffer(O.PIXEL_PACK_BUFFER,null);let Zt=ce!==null?ze.get(ce).__webglFramebuffer:null;Se.bindFramebuffer(O.FRAMEBUFFER,Zt);let At=O.fenceSync(O.SYNC_GPU_COMMANDS_COMPLETE,0);return O.flush(),await ug(O,At,4),O.bindBuffer(O.PIXEL_PACK_BUFFER,dt),O.getBufferSubData(O.PIXEL_PACK_BUFFER,0,Ee),O.bindBuffer(O.PIXEL_PACK_BUFFER,null),O.deleteBuffer(dt),O.deleteSync(At),Ee}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,k=null,j=0){let $=Math.pow(2,-j),Z=Math.floor(w.image.width*$),Ee=Math.floor(w.image.height*$),Pe=k!==null?k.x:0,Te=k!==null?k.y:0;Xe.setTexture2D(w,0),O.copyTexSubImage2D(O.TEXTURE_2D,j,0,0,Pe,Te,Z,Ee),Se.unbindTexture()},this.copyTextureToTexture=function(w,k,j=null,$=null,Z=0,Ee=0){let Pe,Te,Ie,ke,je,ut,Be,dt,Zt,At=w.isCompressedTexture?w.mipmaps[Ee]:w.image;if(j!==null)Pe=j.max.x-j.min.x,Te=j.max.y-j.min.y,Ie=j.isBox3?j.max.z-j.min.z:1,ke=j.min.x,je=j.min.y,ut=j.isBox3?j.min.z:0;else{let lt=Math.pow(2,-Z);Pe=Math.floor(At.width*lt),Te=Math.floor(At.height*lt),w.isDataArrayTexture?Ie=At.depth:w.isData3DTexture?Ie=Math.floor(At.depth*lt):Ie=1,ke=0,je=0,ut=0}$!==null?(Be=$.x,dt=$.y,Zt=$.z):(Be=0,dt=0,Zt=0);let Rt=ge.convert(k.format),pn=ge.convert(k.type),Ue;k.isData3DTexture?(Xe.setTexture3D(k,0),Ue=O.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?(Xe.setTexture2DArray(k,0),Ue=O.TEXTURE_2D_ARRAY):(Xe.setTexture2D(k,0),Ue=O.TEXTURE_2D),Se.activeTexture(O.TEXTURE0),Se.pixelStorei(O.UNPACK_FLIP_Y_WEBGL,k.flipY),Se.pixelStorei(O.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),Se.pixelStorei(O.UNPACK_ALIGNMENT,k.unpackAlignment);let on=Se.getParameter(O.UNPACK_ROW_LENGTH),mt=Se.getParameter(O.UNPACK_IMAGE_HEIGHT),ts=Se.getParameter(O.UNPACK_SKIP_PIXELS),an=Se.getParameter(O.UNPACK_SKIP_ROWS),Sr=Se.getParameter(O.UNPACK_SKIP_IMAGES);Se.pixelStorei(O.UNPACK_ROW_LENGTH,At.width),Se.pixelStorei(O.UNPACK_IMAGE_HEIGHT,At.height),Se.pixelStorei(O.UNPACK_SKIP_PIXELS,ke),Se.pixelStorei(O.UNPACK_SKIP_ROWS,je),Se.pixelStorei(O.UNPACK_SKIP_IMAGES,ut);let Bi=w.isDataArrayTexture||w.isData3DTexture,ns=k.isDataArrayTexture||k.isData3DTexture;if(w.isDepthTexture){let lt=ze.get(w),jt=ze.get(k),On=ze.get(lt.__renderTarget),Ct=ze.get(jt.__renderTarget);Se.bindFramebuffer(O.READ_FRAMEBUFFER,On.__webglFramebuffer),Se.bindFramebuffer(O.DRAW_FRAMEBUFFER,Ct.__webglFramebuffer);for(let ln=0;ln<Ie;ln++)Bi&&(O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ze.get(w).__webglTexture,Z,ut+ln),O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,ze.get(k).__webglTexture,Ee,Zt+ln)),O.blitFramebuffer(ke,je,ke+Pe,je+Te,Be,dt,Be+Pe,dt+Te,O.DEPTH_BUFFER_BIT,O.NEAREST);Se.bindFramebuffer(O.READ_FRAMEBUFFER,null),Se.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else if(Z!==0||w.isRenderTargetTexture||ze.has(w)){let lt=ze.get(w),jt=ze.get(k);Se.bindFramebuffer(O.READ_FRAMEBUFFER,U),Se.bindFramebuffer(O.DRAW_FRAMEBUFFER,W);for(let On=0;On<Ie;On++)Bi?O.framebufferTextureLayer(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,lt.__webglTexture,Z,ut+On):O.framebufferTexture2D(O.READ_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,lt.__webglTexture,Z),ns?O.framebufferTextureLayer(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,jt.__webglTexture,Ee,Zt+On):O.framebufferTexture2D(O.DRAW_FRAMEBUFFER,O.COLOR_ATTACHMENT0,O.TEXTURE_2D,jt.__webglTexture,Ee),Z!==0?O.blitFramebuffer(ke,je,ke+Pe,je+Te,Be,dt,Be+Pe,dt+Te,O.COLOR_BUFFER_BIT,O.NEAREST):ns?O.copyTexSubImage3D(Ue,Ee,Be,dt,Zt+On,ke,je,Pe,Te):O.copyTexSubImage2D(Ue,Ee,Be,dt,ke,je,Pe,Te);Se.bindFramebuffer(O.READ_FRAMEBUFFER,null),Se.bindFramebuffer(O.DRAW_FRAMEBUFFER,null)}else ns?w.isDataTexture||w.isData3DTexture?O.texSubImage3D(Ue,Ee,Be,dt,Zt,Pe,Te,Ie,Rt,pn,At.data):k.isCompressedArrayTexture?O.compressedTexSubImage3D(Ue,Ee,Be,dt,Zt,Pe,Te,Ie,Rt,At.data):O.texSubImage3D(Ue,Ee,Be,dt,Zt,Pe,Te,Ie,Rt,pn,At):w.isDataTexture?O.texSubImage2D(O.TEXTURE_2D,Ee,Be,dt,Pe,Te,Rt,pn,At.data):w.isCompressedTexture?O.compressedTexSubImage2D(O.TEXTURE_2D,Ee,Be,dt,At.width,At.height,Rt,At.data):O.texSubImage2D(O.TEXTURE_2D,Ee,Be,dt,Pe,Te,Rt,pn,At);Se.pixelStorei(O.UNPACK_ROW_LENGTH,on),Se.pixelStorei(O.UNPACK_IMAGE_HEIGHT,mt),Se.pixelStorei(O.UNPACK_SKIP_PIXELS,ts),Se.pixelStorei(O.UNPACK_SKIP_ROWS,an),Se.pixelStorei(O.UNPACK_SKIP_IMAGES,Sr),Ee===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&O.generateMipmap(Ue),Se.unbindTexture()},this.initRenderTarget=function(w){ze.get(w).__webglFramebuffer===void 0&&Xe.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?Xe.setTextureCube(w,0):w.isData3DTexture?Xe.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?Xe.setTexture2DArray(w,0):Xe.setTexture2D(w,0),Se.unbindTexture()},this.resetState=function(){Y=0,G=0,ce=null,Se.reset(),be.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return mi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=_t._getDrawingBufferColorSpace(e),t.unpackColorSpace=_t._getUnpackColorSpace()}};var Kg={type:"change"},Ad={type:"start"},Qg={type:"end"},rh=new uo,jg=new oi,kw=Math.cos(70*ud.DEG2RAD),vn=new q,Zn=2*Math.PI,wt={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},Td=1e-6,oh=class extends Aa{constructor(e,t=null){super(e,t),this.state=wt.NONE,this.target=new q,this.cursor=new q,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:zs.ROTATE,MIDDLE:zs.DOLLY,RIGHT:zs.PAN},this.touches={ONE:Hs.ROTATE,TWO:Hs.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new q,this._lastQuaternion=new ai,this._lastTargetPosition=new q,this._quat=new ai().setFromUnitVectors(e.up,new q(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new mo,this._sphericalDelta=new mo,this._scale=1,this._panOffset=new q,this._rotateStart=new Ke,this._rotateEnd=new Ke,this._rotateDelta=new Ke,this._panStart=new Ke,this._panEnd=new Ke,this._panDelta=new Ke,this._dollyStart=new Ke,this._dollyEnd=new Ke,this._dollyDelta=new Ke,this._dollyDirection=new q,this._mouse=new Ke,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=Hw.bind(this),this._onPointerDown=zw.bind(this),this._onPointerUp=Vw.bind(this),this._onContextMenu=Zw.bind(this),this._onMouseWheel=Xw.bind(this),this._onKeyDown=$w.bind(this),this._onTouchStart=qw.bind(this),this._onTouchMove=Yw.bind(this),this._onMouseDown=Gw.bind(this),this._onMouseMove=Ww.bind(this),this._interceptControlDown=Jw.bind(this),this._interceptControlUp=Kw.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=wt.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Kg),this.update(),this.state=wt.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;vn.copy(t).sub(this.target),vn.applyQuaternion(this._quat),this._spherical.setFromVector3(vn),this.autoRotate&&this.state===wt.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=Zn:n>Math.PI&&(n-=Zn),s<-Math.PI?s+=Zn:s>Math.PI&&(s-=Zn),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(vn.setFromSpherical(this._spherical),vn.applyQuaternion(this._quatInverse),t.copy(this.target).add(vn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=vn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new q(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new q(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=vn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(rh.origin.copy(this.object.position),rh.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(rh.direction))<kw?this.object.lookAt(this.target):(jg.setFromNormalAndCoplanarPoint(this.object.up,this.target),rh.intersectPlane(jg,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>Td||8*(1-this._lastQuaternion.dot(this.object.quaternion))>Td||this._lastTargetPosition.distanceToSquared(this.target)>Td?(this.dispatchEvent(Kg),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?Zn/60*this.autoRotateSpeed*e:Zn/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){vn.setFromMatrixColumn(t,0),vn.multiplyScalar(-e),this._panOffset.add(vn)}_panUp(e,t){this.screenSpacePanning===!0?vn.setFromMatrixColumn(t,1):(vn.setFromMatrixColumn(t,0),vn.crossVectors(this.object.up,vn)),vn.multiplyScalar(e),this._panOffset.add(vn)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;vn.copy(s).sub(this.target);let r=vn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(Zn*this._rotateDelta.x/t.clientHeight),this._rotateUp(Zn*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(Zn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-Zn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(Zn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-Zn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(n,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),s=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(Zn*this._rotateDelta.x/t.clientHeight),this._rotateUp(Zn*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Ke,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function zw(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function Hw(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function Vw(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Qg),this.state=wt.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function Gw(i){let e;switch(i.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case zs.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=wt.DOLLY;break;case zs.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=wt.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=wt.ROTATE}break;case zs.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=wt.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=wt.PAN}break;default:this.state=wt.NONE}this.state!==wt.NONE&&this.dispatchEvent(Ad)}function Ww(i){switch(this.state){case wt.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case wt.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case wt.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function Xw(i){this.enabled===!1||this.enableZoom===!1||this.state!==wt.NONE||(i.preventDefault(),this.dispatchEvent(Ad),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(Qg))}function $w(i){this.enabled!==!1&&this._handleKeyDown(i)}function qw(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case Hs.ROTATE:if(this.enableRotate===!1){this.state=wt.NONE;break}this._handleTouchStartRotate(i),this.state=wt.TOUCH_ROTATE;break;case Hs.PAN:if(this.enablePan===!1){this.state=wt.NONE;break}this._handleTouchStartPan(i),this.state=wt.TOUCH_PAN;break;default:this.state=wt.NONE}break;case 2:switch(this.touches.TWO){case Hs.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=wt.TOUCH_DOLLY_PAN;break;case Hs.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=wt.TOUCH_DOLLY_ROTATE;break;default:this.state=wt.NONE}break;default:this.state=wt.NONE}this.state!==wt.NONE&&this.dispatchEvent(Ad)}function Yw(i){switch(this._trackPointer(i),this.state){case wt.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case wt.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case wt.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case wt.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=wt.NONE}}function Zw(i){this.enabled!==!1&&i.preventDefault()}function Jw(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function Kw(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function Rd(i,e){return[i[0]*e[0]-i[1]*e[1]-i[2]*e[2]-i[3]*e[3],i[0]*e[1]+i[1]*e[0]+i[2]*e[3]-i[3]*e[2],i[0]*e[2]-i[1]*e[3]+i[2]*e[0]+i[3]*e[1],i[0]*e[3]+i[1]*e[2]-i[2]*e[1]+i[3]*e[0]]}function xs(i,e){let[,t,n,s]=Rd(Rd(i,[0,...e]),[i[0],-i[1],-i[2],-i[3]]);return[t,n,s]}function za(i,e){let t=i.slice(3),[n,s,r]=xs(t,e.slice(0,3));return[i[0]+n,i[1]+s,i[2]+r,...Rd(t,e.slice(3))]}function Ha(i){let e=[];for(let t of i)e.push(t.parent<0?t.place:za(e[t.parent],t.place));return e}function jw(i){return i.every(e=>[e.place,...e.solids.map(t=>t[2])].every(t=>Math.abs(t[1])<1e-6))}function ah(i,e){let t=i.map(()=>0);return!e||!jw(i)||i.forEach((n,s)=>{if(n.parent<0)return;let r=n.solids[0]?.[1][0]??0,o=[];i.forEach((a,l)=>{if(a.parent!==n.parent)return;let[c,,h]=a.place;Math.hypot(c-n.place[0],h-n.place[2])<r&&o.push(l)}),t[s]=t[n.parent]+2*r*(o.indexOf(s)-(o.length-1)/2)}),t}function lh(i){let e=i.solids.at(-1);if(!e)return[];let[t,n,s]=e,r=[],o=(a,l,c)=>{for(let[h,d,u]of[[1,0,!1],[.55,.3,!0]]){let p=a.map((v,f)=>v+d*c*l[f]),g=l.map(v=>h*c*(1-.5*Math.abs(v)));r.push([["ellipsoid",g,[...p,1,0,0,0]],u])}};for(let a of[-1,1])if(t==="ellipsoid"){let[l,c,h]=n;o([a*l*.66,c*.66,h*.36],[a,0,0],.18*h)}else if(t==="capsule"){let[l,c,h]=xs(s.slice(3),[0,0,n[1]]);o([s[0]+l,s[1]+c+.85*n[0]*a,s[2]+h],[0,a,0],.5*n[0])}return r}function Qw(i,e){let[t,n,s]=i,r=za(e,s),o=r.slice(3),a=[xs(o,[1,0,0])[2],xs(o,[0,1,0])[2],xs(o,[0,0,1])[2]];if(t==="sphere")return r[2]-n[0];if(t==="capsule")return r[2]-n[0]-n[1]*Math.abs(a[2]);let l=a.map((c,h)=>c*n[h]);return t==="box"?r[2]-l.reduce((c,h)=>c+Math.abs(h),0):r[2]-Math.hypot(...l)}function e0(i,e){return-Math.min(...i.flatMap((t,n)=>t.solids.map(s=>Qw(s,e[n]))))}function t0(i,e){let t=0;return i.forEach((n,s)=>{for(let[,r,o]of n.solids){let[a,l,c]=za(e[s],o),h=r.length===2?r[0]+r[1]:Math.max(...r);t=Math.max(t,Math.hypot(a-e[0][0],l-e[0][1],c-e[0][2])+h)}}),t}var xr={floor:[90,-12],water:[152,-38]};function ch([i,e]){let[t,n]=[i*Math.PI/180,e*Math.PI/180],s=[Math.sin(t),-Math.cos(t),0],r=[Math.cos(t)*Math.cos(n),Math.sin(t)*Math.cos(n),Math.sin(n)],o=[s[1]*r[2]-s[2]*r[1],s[2]*r[0]-s[0]*r[2],s[0]*r[1]-s[1]*r[0]];return[s,o,r]}var r0="#ffffff",o0="#1f242e",Ws=(i,e)=>i[0]*e[0]+i[1]*e[1]+i[2]*e[2];function n0(i,e,t,n,s){let[r,o,a]=i,l=za(e,a),c=l.slice(3),h=l.slice(0,3),[d,u,p]=t,[g,v]=[Ws(h,d),-Ws(h,u)],f=Ws(h,p)-s;if(r==="capsule"){let B=xs(c,[0,0,o[1]]),[L,D]=[Ws(B,d),-Ws(B,u)],z=o[0],[H,U]=[Math.abs(L)+z,Math.abs(D)+z];return{depth:f,colour:n,box:[g-H,v-U,g+H,v+U],draw:W=>{let Y=Math.atan2(D,L);W.beginPath(),W.arc(g+L,v+D,z,Y-Math.PI/2,Y+Math.PI/2),W.arc(g-L,v-D,z,Y+Math.PI/2,Y+1.5*Math.PI),W.closePath()}}}let m=r==="sphere"?[o[0],o[0],o[0]]:o,y=[[1,0,0],[0,1,0],[0,0,1]].map((B,L)=>{let D=xs(c,B);return[m[L]*Ws(D,d),-m[L]*Ws(D,u)]});if(r==="box"){let B=[0,1,2,3,4,5,6,7].map(z=>[0,1].map(H=>(H?v:g)+y.reduce((U,W,Y)=>U+(z&1<<Y?W[H]:-W[H]),0))),L=B.map(z=>z[0]),D=B.map(z=>z[1]);return{depth:f,colour:n,box:[Math.min(...L),Math.min(...D),Math.max(...L),Math.max(...D)],draw:z=>{z.beginPath(),eE(B).forEach(([H,U])=>z.lineTo(H,U)),z.closePath()}}}let R=y.reduce((B,[L])=>B+L*L,0),M=y.reduce((B,[L,D])=>B+L*D,0),C=y.reduce((B,[,L])=>B+L*L,0),T=(R+C)/2,x=Math.hypot((R-C)/2,M),E=Math.atan2(2*M,R-C)/2;return{depth:f,colour:n,box:[g-Math.sqrt(R),v-Math.sqrt(C),g+Math.sqrt(R),v+Math.sqrt(C)],draw:B=>{B.beginPath(),B.ellipse(g,v,Math.sqrt(T+x),Math.sqrt(Math.max(0,T-x)),E,0,2*Math.PI),B.closePath()}}}function eE(i){let e=[...i].sort((n,s)=>n[0]-s[0]||n[1]-s[1]),t=n=>{let s=[];for(let r of n){for(;s.length>1;){let[o,a]=s.slice(-2);if((a[0]-o[0])*(r[1]-o[1])-(a[1]-o[1])*(r[0]-o[0])>0)break;s.pop()}s.push(r)}return s.slice(0,-1)};return[...t(e),...t(e.reverse())]}function tE(i,e){let t=ch(e?xr.floor:xr.water),n=ah(i,e),s=Ha(i).map((a,l)=>{let[c,h,...d]=a;return[c,h+n[l],...d]}),r=i.flatMap((a,l)=>a.solids.map(c=>n0(c,s[l],t,a.colour,0)));for(let[a,l]of lh(i[0])){let c=n0(a,s[0],t,l?o0:r0,l?2e-4:0);Ws(xs(s[0].slice(3),a[2].slice(0,3)),t[2])<0&&r.push(c)}let o=r.reduce((a,{box:l})=>[Math.min(a[0],l[0]),Math.min(a[1],l[1]),Math.max(a[2],l[2]),Math.max(a[3],l[3])],[1/0,1/0,-1/0,-1/0]);return{blobs:r.sort((a,l)=>l.depth-a.depth),box:o}}var i0=new WeakMap;function Va(i,e,t,[n,s,r,o],a){let l=e.body(t),c=i0.get(l);c||i0.set(l,c=tE(l,e.data.run.floor));let[h,d,u,p]=c.box,g=Math.max((u-h)/r,(p-d)/o),v=1/Math.max(g,(a??0)/Math.max(r,o));i.save(),i.translate(n+r/2,s+o/2),i.scale(v,v),i.translate(-(h+u)/2,-(d+p)/2),i.lineJoin="round",i.lineWidth=.9/v;for(let f of c.blobs){if(f.draw(i),f.colour===r0||f.colour===o0){i.fillStyle=f.colour,i.fill();continue}let[m,y,R,M]=f.box,C=i.createRadialGradient(m+.38*(R-m),y+.22*(M-y),0,(m+R)/2,(y+M)/2,.75*Math.max(R-m,M-y));C.addColorStop(0,s0(f.colour,255,.28)),C.addColorStop(.55,f.colour),C.addColorStop(1,s0(f.colour,0,.22)),i.fillStyle=C,i.fill(),i.strokeStyle="rgb(20 26 36 / 0.32)",i.stroke()}i.restore()}function s0(i,e,t){let n=parseInt(i.slice(1),16);return`rgb(${[n>>16,n>>8&255,n&255].map(r=>Math.round(r+t*(e-r))).join(" ")})`}function So(i,e,t,n){let s=Math.min(3,Math.max(1,devicePixelRatio)),r=A("canvas.thumb",{width:Math.round(t*s),height:Math.round(n*s),style:`width:${t}px;height:${n}px`,role:"img","aria-label":`body of species ${e}`}),o=r.getContext("2d");return o.scale(s,s),Va(o,i,e,[2,2,t-4,n-4]),r}var Cd=[.25,.5,1,2,4],a0=30,nE=.7,iE=Array.from({length:32},(i,e)=>e/31),sE={added:{colour:29362,opacity:1},changed:{colour:14711578,opacity:1},removed:{colour:9059182,opacity:.55},same:{colour:12173513,opacity:1}},hh={day:{haze:15134196,ground:["#e9edf2","#dbe2ea"],line:"#f7f9fb",square:.5,terrain:"#d8c6a8"},night:{haze:1514789,ground:["#1f2731","#252e39"],line:"#2f3a47",square:.5,terrain:"#4b4336"},sea:{haze:8176848,ground:["#4a9db1","#4294a9"],line:"#5cabbd",square:.1,terrain:"#4294a9"},deep:{haze:1193537,ground:["#174552","#1b4d5b"],line:"#235a69",square:.1,terrain:"#1b4d5b"}},rE=13208395;function wo(){let i=document.documentElement.dataset.theme;return i?i==="dark":matchMedia("(prefers-color-scheme: dark)").matches}var Xs=class{constructor(e=!0){this.autoplay=e;this.bar=A("div.controls",{},this.button,this.slider,this.clock,this.pace);let t=A("button.tool",{type:"button",title:"download this picture",onclick:()=>this.picture()},"PNG");this.element=A("div.player",{},this.stage,this.caption,this.note,A("div.stage-tools",{},t,this.filming,document.fullscreenEnabled&&this.full),this.bar),this.button.addEventListener("click",()=>this.toggle()),this.pace.addEventListener("click",()=>this.faster()),this.slider.addEventListener("input",()=>this.seek(Number(this.slider.value))),this.stage.addEventListener("keydown",r=>this.key(r));let n=new IntersectionObserver(([r])=>{this.visible=r.isIntersecting,this.wake()});n.observe(this.element);let s=new ResizeObserver(()=>this.resize());s.observe(this.stage),this.watcher.push(()=>n.disconnect(),()=>s.disconnect()),this.open()}autoplay;element;stage=A("div.stage",{tabindex:0,role:"application","aria-label":"3D view; space plays, arrows left and right step, drag turns"});button=A("button.play",{type:"button","aria-label":"play"});slider=A("input.scrub",{type:"range",min:0,value:0,step:"any","aria-label":"time"});clock=A("output.clock");pace=A("button.pace",{type:"button","aria-label":"speed"},"1×");bar;filming=A("button.tool",{type:"button",onclick:()=>this.film()});full=A("button.tool.full",{type:"button",title:"full screen","aria-label":"full screen",onclick:()=>this.fill()});recorder=null;flat=null;note=A("p.still-note");caption=A("p.stage-label");renderer=null;scene=new da;camera=new Gn(a0,1,.01,100);controls;sun=new Ta(16777215,1.9);sky=new Sa(16777215,10134704,1.7);ground=null;terrain=[];parts=[];shown=null;frames=null;count=0;fps=25;shift=[];time=0;playing=!1;speed=1;visible=!1;wanted=!0;before=0;running=0;place=new q;path=null;extent=1;watcher=[];open(){try{this.renderer=new nh({antialias:!0,powerPreference:"low-power"})}catch{this.flat=A("canvas.flat",{role:"img","aria-label":"the body at rest"}),this.stage.append(this.flat);return}this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=dr,this.renderer.toneMapping=xi,this.stage.append(this.renderer.domElement),this.renderer.domElement.addEventListener("webglcontextlost",e=>e.preventDefault()),this.camera.up.set(0,0,1),this.controls=new oh(this.camera,this.renderer.domElement),this.renderer.domElement.style.touchAction="pan-y",this.controls.enablePan=!1,this.controls.enableZoom=!0,this.controls.maxPolarAngle=Math.PI*.499,this.controls.addEventListener("change",()=>this.draw()),this.renderer.domElement.addEventListener("wheel",e=>{document.activeElement!==this.stage&&!e.ctrlKey&&e.stopImmediatePropagation()},{capture:!0}),this.sun.castShadow=!0,this.sun.shadow.mapSize.set(1024,1024),this.sun.shadow.radius=5,this.scene.add(this.sun,this.sun.target,this.sky)}show(e){this.shown=e;let{body:t,floor:n,episode:s}=e;if(this.caption.textContent=e.label,this.note.textContent=this.flat?"A still picture: this browser shows no 3D, because WebGL is off.":s?"":e.still??"",this.bar.hidden=!s||!this.renderer,this.filming.hidden=!s||!l0()||!this.renderer,this.endFilm(!1),this.flat)return this.sketch();for(let r of this.parts)this.scene.remove(r);this.shift=ah(t,n),this.parts=t.map((r,o)=>this.made(r,o,e.marks?.[o]));for(let r of s?.objects??[]){let o=new ur({color:rE,roughness:.62});this.parts.push(new qi().add(uh(r,o))),this.shift.push(0)}this.scene.add(...this.parts),this.frames=s?Kp(s):null,this.count=s?s.frames.length/(s.parts*7):0,this.fps=s?.fps??25,this.path=this.frames&&oE(this.frames,this.parts.length*7,this.count,Math.round(nE*this.fps)),this.extent=t0(t,Ha(t)),this.slider.max=String(Math.max(0,this.count-1)/this.fps),this.playing=!!s&&this.autoplay&&!matchMedia("(prefers-reduced-motion: reduce)").matches,this.time=0,this.furnish(),this.pose(),this.frame(),this.label(),this.wake()}furnish(){if(!this.shown)return;if(this.flat)return this.sketch();let e=this.shown.floor?wo()?hh.night:hh.day:wo()?hh.deep:hh.sea,t=this.extent;this.scene.background=new ot(e.haze),this.scene.fog=new ua(e.haze,5*t,26*t),this.sky.intensity=wo()?1.25:1.75,this.sky.groundColor.set(wo()?3160646:11121341),this.ground&&(this.scene.remove(this.ground),this.ground.geometry.dispose());let n=new ga(cE(e.ground,e.line));n.colorSpace=Vn,n.wrapS=n.wrapT=so,n.anisotropy=8;let s=80*t,r=this.shown.floor?e.square:Math.max(e.square,t/3);n.repeat.set(s/(2*r),s/(2*r)),this.ground=new qn(new hr(s,s),new fo({map:n})),this.ground.receiveShadow=!0,this.ground.userData.square=2*r;let o=this.shown.episode?.terrain;this.ground.position.z=this.shown.floor?o?.floor??0:-1.15*t,this.scene.add(this.ground);for(let l of this.terrain)this.scene.remove(l),l.geometry.dispose();let a=new fo({color:e.terrain,side:_i,flatShading:!0});this.terrain=o?aE(o,a):[];for(let l of this.terrain)this.scene.add(l);this.draw()}dispose(){this.endFilm(!1),cancelAnimationFrame(this.running),this.watcher.forEach(e=>e()),this.controls?.dispose(),this.renderer?.dispose(),this.renderer?.forceContextLoss(),this.element.remove()}made(e,t,n){let s=new qi,r=n?sE[n]:null,o=new ur({color:r?r.colour:e.colour,roughness:.62,transparent:!!r&&r.opacity<1,opacity:r?.opacity??1});for(let a of e.solids)s.add(uh(a,o));if(t===0)for(let[a,l]of lh(e))s.add(uh(a,new ur({color:l?2040878:16777215,roughness:.3})));return s}pose(){let{body:e,floor:t}=this.shown;if(this.frames){let n=this.parts.length*7,s=Math.min(this.time*this.fps,this.count-1),[r,o]=[Math.floor(s),Math.min(Math.floor(s)+1,this.count-1)],a=s-r;this.parts.forEach((l,c)=>{let[h,d]=[r*n+c*7,o*n+c*7],u=Array.from({length:7},(p,g)=>this.frames[h+g]*(1-a)+this.frames[d+g]*a);c0(l,u,this.shift[c],0),l.quaternion.normalize()}),this.stage.dataset.frame=String(Math.round(s))}else{let n=Ha(e),s=t?e0(e,n):0;n.forEach((r,o)=>c0(this.parts[o],r,this.shift[o],s))}}centre(){if(!this.path)return this.parts[0].position.clone();let e=Math.min(this.time*this.fps,this.count-1),t=Math.floor(e),n=Math.min(t+1,this.count-1);return this.path[t].clone().lerp(this.path[n],e-t)}frame(){if(!this.renderer)return;let{floor:e}=this.shown,t=this.room(),n=t.getCenter(new q),s=t.getSize(new q).length()/2,[,,r]=ch(e?[xr.floor[0]-22,xr.floor[1]-3]:xr.water),o=Math.min(1,this.camera.aspect),a=s/Math.sin(a0/2*(Math.PI/180))/o;this.camera.position.copy(n).addScaledVector(new q(...r),-a),this.camera.near=a/60,this.camera.far=a*40,this.camera.updateProjectionMatrix(),this.controls.target.copy(n),this.controls.minDistance=a/4,this.controls.maxDistance=a*3,this.place.copy(this.centre()),this.light(),this.controls.update(),this.draw()}room(){let[e,t]=[new Ii,this.time],n=this.centre();for(let s of this.frames?iE:[0]){this.time=s*(this.count-1)/this.fps,this.pose();let r=new Ii;this.parts.slice(0,this.shown.body.length).forEach(o=>r.expandByObject(o)),e.union(r.translate(n.clone().sub(this.centre())))}return this.time=t,this.pose(),e}light(){let e=this.extent,t=this.shown.floor?[.45,-.75,1.6]:[.5,-.35,1.6];this.sun.target.position.copy(this.place),this.sun.position.copy(this.place).addScaledVector(new q(...t),2.4*e);let n=this.sun.shadow.camera;if(n.left=n.bottom=-2*e,n.right=n.top=2*e,n.near=.2*e,n.far=9*e,n.updateProjectionMatrix(),this.sun.shadow.bias=-6e-4,this.sun.shadow.normalBias=.006*e,this.ground){let{square:s}=this.ground.userData;this.ground.position.x=Math.round(this.place.x/s)*s,this.ground.position.y=Math.round(this.place.y/s)*s}}follow(){let e=this.centre().sub(this.place);this.place.add(e),this.camera.position.add(e),this.controls.target.add(e),this.light()}wake(){cancelAnimationFrame(this.running),this.recorder&&this.recorder.state!=="inactive"&&(this.visible&&this.playing?this.recorder.resume():this.recorder.pause()),this.before=performance.now(),!(!this.visible||!this.shown||!this.renderer)&&(this.draw(),this.playing&&(this.running=requestAnimationFrame(e=>this.tick(e))))}sketch(){let{clientWidth:e,clientHeight:t}=this.stage;if(!this.flat||!this.shown||!e||!t)return;let{body:n,floor:s}=this.shown,r=Math.min(2,devicePixelRatio);[this.flat.width,this.flat.height]=[Math.round(e*r),Math.round(t*r)];let o=this.flat.getContext("2d");o.scale(r,r),Va(o,{body:()=>n,data:{run:{floor:s}}},0,[.12*e,.15*t,.76*e,.66*t])}picture(){this.renderer&&this.renderer.render(this.scene,this.camera),(this.flat??this.renderer.domElement).toBlob(t=>t&&ir(hl(this.shown?.label||"creature","png"),t,"image/png"))}film(){if(this.recorder)return this.endFilm(!0);let e=l0();this.recorder=new MediaRecorder(this.renderer.domElement.captureStream(),{mimeType:e,videoBitsPerSecond:8e6});let t=[];this.recorder.ondataavailable=({data:n})=>t.push(n),this.recorder.onstop=()=>ir(hl(this.shown?.label||"creature",e.includes("webm")?"webm":"mp4"),new Blob(t),e),this.playing=!0,this.seek(0),this.recorder.start(),this.label(),this.wake()}endFilm(e){this.recorder&&!e&&(this.recorder.onstop=null),this.recorder?.stop(),this.recorder=null,this.label()}fill(){document.fullscreenElement?document.exitFullscreen():this.element.requestFullscreen()}tick(e){let t=Math.max(0,Math.min(.1,(e-this.before)/1e3));this.before=e,this.time+=t*this.speed;let n=(this.count-1)/this.fps;this.time>n&&this.recorder&&this.endFilm(!0),this.time>n&&(this.time=0),this.pose(),this.follow(),this.label(),this.render(),this.playing&&this.visible&&(this.running=requestAnimationFrame(s=>this.tick(s)))}draw(){this.wanted&&(this.wanted=!1,requestAnimationFrame(()=>{this.wanted=!0,this.playing||this.render()}))}render(){this.visible&&this.shown&&this.renderer?.render(this.scene,this.camera)}resize(){if(!this.renderer)return this.sketch();let{clientWidth:e,clientHeight:t}=this.stage;if(!e||!t)return;this.renderer.setPixelRatio(Math.min(2,devicePixelRatio)),this.renderer.setSize(e,t,!1);let n=this.camera.aspect===1;this.camera.aspect=e/t,this.camera.updateProjectionMatrix(),n&&this.shown&&this.frame(),this.render()}toggle(){this.playing=!this.playing,this.label(),this.wake()}faster(){this.speed=Cd[(Cd.indexOf(this.speed)+1)%Cd.length],this.pace.textContent=`${this.speed}×`}seek(e){this.time=Math.max(0,Math.min(e,(this.count-1)/this.fps)),this.pose(),this.follow(),this.label(),this.draw()}key(e){if(!this.frames||!this.renderer)return;let t={ArrowLeft:-1,ArrowRight:1};if(e.key===" ")this.toggle();else if(e.key in t)this.playing=!1,this.seek(this.time+t[e.key]/this.fps);else return;e.preventDefault()}label(){this.button.setAttribute("aria-label",this.playing?"pause":"play"),this.button.classList.toggle("on",this.playing),this.slider.value=String(this.time);let e=(this.count-1)/this.fps;this.slider.style.setProperty("--done",`${e>0?100*this.time/e:0}%`),this.filming.textContent=this.recorder?"■ Stop":"Film",this.filming.title=this.recorder?"end the film here and download it":"record the episode and download it",this.clock.textContent=`${this.time.toFixed(1)} / ${e.toFixed(1)} s`}};function l0(){if(!(!("MediaRecorder"in window)||!HTMLCanvasElement.prototype.captureStream))return["video/webm;codecs=vp9","video/webm","video/mp4"].find(i=>MediaRecorder.isTypeSupported(i))}function oE(i,e,t,n){let s=[new q];for(let r=0;r<t;r++){let o=r*e;s.push(s[r].clone().add(new q(i[o],i[o+1],i[o+2])))}return Array.from({length:t},(r,o)=>{let a=Math.min(n,o,t-1-o);return s[o+a+1].clone().sub(s[o-a]).divideScalar(2*a+1)})}function c0(i,e,t,n){i.position.set(e[0],e[1]+t,e[2]+n),i.quaternion.set(e[4],e[5],e[6],e[3])}function uh([i,e,t],n){let s=new qn(lE(i,e),n);return s.position.set(t[0],t[1],t[2]),s.quaternion.set(t[4],t[5],t[6],t[3]),i==="ellipsoid"&&s.scale.set(e[0],e[1],e[2]),s.castShadow=s.receiveShadow=!0,s}function aE({boxes:i,surface:e},t){let n=i.map(d=>uh(d,t));if(!e)return n;let{x:s,y:r,z:o}=e,a=o.flatMap((d,u)=>d.flatMap((p,g)=>[s[g],r[u],p])),l=r.slice(1).flatMap((d,u)=>s.slice(1).flatMap((p,g)=>{let v=u*s.length+g;return[v,v+1,v+s.length,v+1,v+s.length+1,v+s.length]})),c=new gi;c.setAttribute("position",new dn(a,3)),c.setIndex(l),c.computeVertexNormals();let h=new qn(c,t);return h.receiveShadow=!0,[...n,h]}function lE(i,e){return i==="capsule"?new va(e[0],2*e[1],10,28).rotateX(Math.PI/2):i==="box"?new Fs(2*e[0],2*e[1],2*e[2]):new ya(i==="sphere"?e[0]:1,36,24)}function cE([i,e],t){let n=document.createElement("canvas");n.width=n.height=256;let s=n.getContext("2d");s.fillStyle=i,s.fillRect(0,0,256,256),s.fillStyle=e,s.fillRect(0,0,128,128),s.fillRect(128,128,128,128),s.strokeStyle=t,s.lineWidth=2;for(let r of[0,128,256])s.strokeRect(r,-4,.01,264),s.strokeRect(-4,r,264,.01);return n}var hE=3e4,Eo=class{constructor(e){this.source=e}source;player=new Xs;shown="";since=0;show(e,t,n){let{run:s}=e.data,r=`${s.started} ${t} `,o=`${r}${e.species[t].last} ${s.checkpoint}`,a=!this.shown.startsWith(r);if(o===this.shown||!a&&!s.done&&performance.now()-this.since<hE)return;[this.shown,this.since]=[o,performance.now()];let l=s.checkpoint===0,c={body:e.body(t),floor:s.floor,label:n};a&&this.player.show({...c,still:l?"At rest until the first checkpoint.":"At rest; its episode is being recorded …"}),!l&&this.source.episode(t).then(h=>{this.shown===o&&(h||a)&&this.player.show({...c,episode:h,still:"At rest: no episode was recorded."})},()=>{})}dispose(){this.shown="",this.player.dispose()}};var Pd={added:"+",changed:"~",removed:"−",same:""},dh=class{constructor(e,t){this.model=e;this.source=t;this.element.addEventListener("close",()=>{this.clear(),location.hash.startsWith("#species-")&&history.pushState(null,"",location.pathname+location.search)}),this.element.addEventListener("click",n=>{n.target===this.element&&this.element.close()})}model;source;element=A("dialog.species");stage=null;players=[];plots=[];shownId=null;update(e){this.model=e,this.shownId!==null&&this.stage?.show(e,this.shownId,"")}furnish(){this.stage?.player.furnish(),this.players.forEach(e=>e.furnish()),this.plots.forEach(e=>e.draw())}close(){this.element.open&&this.element.close()}show(e){let t=this.model.species[e];!t||this.shownId===e&&this.element.open||(this.clear(),this.shownId=e,this.element.setAttribute("aria-label",t.label),this.stage=new Eo(this.source),this.element.replaceChildren(A("div.sheet",{tabindex:-1,autofocus:!0},this.head(t),A("div.sheet-hero",{},this.stage.player.element,A("div.facts-column",{},this.facts(t),this.life(t),this.learning(t),this.files(t))),this.comparison(t),A("section",{},A("h3",{},"Body graph"),this.graph(t),this.attributes(t)))),this.element.open||this.element.showModal(),this.element.scrollTop=0,this.stage.show(this.model,e,""))}clear(){this.stage?.dispose(),this.players.forEach(e=>e.dispose()),this.plots.forEach(e=>e.dispose()),this.stage=null,this.players=[],this.plots=[],this.shownId=null,this.element.replaceChildren()}head(e){let t=[e.id===this.model.data.winner?Id(this.model):this.model.inLine.has(e.id)&&A("span.tag.winner",{},"winner’s line"),this.model.evolves&&A(`span.tag.${e.living?"living":"extinct"}`,{},e.living?"living":"extinct"),Ld(e.flags)];return A("header.sheet-head",{},A("h2",{},e.label),t,A("button.close",{type:"button","aria-label":"close",onclick:()=>this.element.close()},"×"))}facts(e){let t=(a,l)=>[A("dt",{},a),A("dd",{},l)],{parent:n,name:s}=e,r=(a,l,c)=>`${xt(a)} ± ${xt(l)} (standard deviation) over ${Nt(c,"episode")}`,o=a=>{let l=this.model.fresh(e.id,a);return l?t(a?"Sampled actions":"Evaluated",`${r(l.mean,l.spread,l.episodes)}, ${xt(l.speed)} m/s`):[]};return A("dl.facts",{},e.failure?t("Failed",e.failure):e.history.length?t("Fitness",r(e.fitness,e.spread,e.episodes)):[],s===null?[]:t("Recent return",e.recentEpisodes?`${xt(e.recentReturn)}, mean of ${Nt(e.recentEpisodes,"episode")}`:"no whole episode yet"),o(!1),o(!0),s===null?t("Lived",e.last>e.born?`generations ${e.born} to ${e.last}`:`generation ${e.born}`):[],s===null?t("Came by",A("span",{},Cn(e.operator),n!==null?[" of ",this.link(n)]:"")):[],t("Flags",e.flags===null?"not measured":e.flags.length?e.flags.map(([a,l])=>A("div",{},`${a}, ${l}`)):"none"),e.predicted!==null?t("Expected",`${xt(e.predicted)} before it was trained`):[],this.model.evolves?t("Children",e.children.length?A("span.links",{},e.children.slice(0,12).map(a=>this.link(a)),e.children.length>12?` and ${e.children.length-12} more`:""):"none"):[])}link(e){return A("a",{href:`#species-${e}`},`species ${e}`)}life(e){if(e.history.length<2)return null;let t=new In;return this.plots.push(t),t.element.classList.add("small-plot"),queueMicrotask(()=>t.show({x:e.history.map((n,s)=>e.born+s),xLabel:"generation",yLabel:"fitness",label:`Fitness of species ${e.id} over its life`,height:150,silent:!0,series:[{label:"fitness",values:e.history,colour:It(this.model.inLine.has(e.id)?"winner":e.living?"living":"muted"),points:e.history.length<20}]})),A("div",{},A("div.titled",{},A("h3",{},"Fitness by generation"),t.csv),t.element)}learning(e){let{window:t,curves:n}=this.model.data.learning,s=n[e.id];if(s.length<2)return null;let r=e.parent===null?[]:n[e.parent],o=Math.max(s.length,r.length),a=h=>Array.from({length:o},(d,u)=>h[u]??null),l=new In;this.plots.push(l),l.element.classList.add("small-plot");let c=[{label:e.label,values:a(s),colour:It("winner")}];return r.length&&c.push({label:`its parent ${e.parent}`,values:a(r),colour:It("muted")}),queueMicrotask(()=>l.show({x:Array.from({length:o},(h,d)=>(d+1)*t),xLabel:e.name===null?"updates since it was born":"updates",yLabel:"reward",label:`Learning curve of ${e.label}${r.length?" and of its parent":""}`,height:170,series:c})),A("div",{},A("div.titled",{},A("h3",{},"Learning curve"),l.csv),l.element)}files(e){let t=`${this.model.data.run.name}-species-${e.id}`,n=A("p.note",{"aria-live":"polite"});return A("div.files",{},A("button.file",{type:"button",onclick:()=>ir(`${t}.json`,this.model.bodyFile(e.id),"application/json")},"Body (JSON)"),A("button.file",{type:"button",onclick:async()=>{let s=await this.source.mjcf(e.id);s?ir(`${t}.xml`,s,"application/xml"):n.textContent=`This report holds no MJCF of species ${e.id}. Make it from the JSON: nge body convert ${t}.json ${t}.xml`}},"Model (MJCF)"),n)}marks(e){let t=this.model.body(e.parent),n=this.model.body(e.id),s=new Map(t.map(a=>[a.id,a])),r=new Set(n.map(a=>a.id)),o=(a,l)=>a.attributes.some((c,h)=>c!==l.attributes[h]);return[t.map(a=>r.has(a.id)?"same":"removed"),n.map(a=>{let l=s.get(a.id);return l?o(a,l)?"changed":"same":"added"})]}comparison(e){if(e.parent===null)return null;let t=this.model.data.run.floor,[n,s]=this.marks(e),o=[[e.parent,n,`Parent: species ${e.parent}`],[e.id,s,`Child: species ${e.id}`]].map(([c,h,d])=>{let u=new Xs(!1);return this.players.push(u),u.show({body:this.model.body(c),floor:t,label:d,marks:h}),u.element}),a={added:"added",changed:"changed",removed:"removed"},l=Object.keys(a).filter(c=>n.includes(c)||s.includes(c));return A("section",{},A("h3",{},"Parent and child"),A("p.note",{},`${fh(this.model,e)}; first fitness against the parent’s then: ${Xo(this.model.gain(e.id))}.`),A("div.compare",{},o),A("ul.key",{},l.map(c=>A(`li.mark-${c}`,{},`${Pd[c]} ${a[c]}`))))}graph(e){let t=this.model.body(e.id),n=e.parent===null?t.map(()=>"same"):this.marks(e)[1],s=t.map((g,v)=>t.map((f,m)=>f.parent===v?m:-1).filter(f=>f>0)),[r,o]=[92,44],a=nm().nodeSize([o,r])(Vr(0,g=>s[g])),l=a.descendants(),c=l.map(g=>g.x),[h,d]=[Math.min(...c),Math.max(...c)],u=a.height*r+150,p=Math.max(d+24,38)-h+24;return A("div.graph",{},Ei("svg",{viewBox:`-24 ${h-24} ${u} ${p}`,width:u,height:p,role:"img","aria-label":`graph of ${Nt(t.length,"part")}`},a.links().map(g=>Ei("path.edge",{d:`M${g.source.y},${g.source.x}C${g.source.y+46},${g.source.x} ${g.target.y-46},${g.target.x} ${g.target.y},${g.target.x}`})),l.map(g=>{let v=t[g.data];return Ei("g",{transform:`translate(${g.y},${g.x})`},Ei("circle",{r:13,fill:v.colour,class:`mark-${n[g.data]}`}),Ei("text",{class:"part-id",dy:"0.35em"},String(v.id)),g.data===0?Ei("text",{class:"part-name",x:0,y:28},"torso"):null,Pd[n[g.data]]?Ei("text",{class:"part-sign",x:17,y:-8},Pd[n[g.data]]):null)})))}attributes(e){let{kind:t}=this.model.data,n=this.model.body(e.id),s=new Map(e.parent===null?[]:this.model.body(e.parent).map(a=>[a.id,a.attributes])),r=(a,l,c)=>{let h=new Ti(`attributes of ${a}`,[{title:"part",numeric:!1},...l.map(d=>({title:d.name.replaceAll("_"," ")+(d.unit&&` (${d.unit})`),about:d.about,numeric:!0}))],".attributes");return h.show(c.map(([d,u])=>({values:[u?d.id:"torso",...d.attributes],draw:()=>o(d,u)}))),A("div",{},h.element,h.csv)},o=(a,l)=>A("tr",{},A("th",{},A("span.dot",{style:`background:${a.colour}`}),l?`${a.id}`:"torso"),a.attributes.map((c,h)=>{let d=s.get(a.id)?.[h],u=l>0&&d!==void 0&&d!==c;return A(`td.number${u?".changed":""}`,u?{title:`parent: ${xt(d)}`}:{},xt(c))}));return A("div.attribute-tables",{},r("the torso",t.torso,[[n[0],0]]),n.length>1&&r("limbs",t.limb,n.slice(1).map((a,l)=>[a,l+1])))}};function Id(i){return A("span.tag.winner",{},i.evolves?"winner":"best")}function Ld(i){return(i??[]).map(([e,t])=>A("span.tag.flag",{title:t},e))}function fh(i,e){if(e.parent===null)return Cn(e.operator);let t=Cn(e.operator),n=r=>r.length>4?`${r.length} parts`:`${r.length===1?"part":"parts"} ${r.join(", ")}`,s=[e.added.length&&`added ${n(e.added)}${uE(i,e)}`,e.removed.length&&`removed ${n(e.removed)}`,e.changed.length&&`changed ${n(e.changed)}`].filter(Boolean);return s.length?`${t} ${s.join(", ")}`:t}function uE(i,e){let t=i.body(e.id).filter(n=>e.added.includes(n.id)&&n.origin>=0).map(n=>n.origin);return t.length?t.length>4?" (copies)":`, ${t.length===1?"a copy":"copies"} of ${t.join(", ")}`:""}var Jn=30,To=44,Dd=112,Ga=26,h0=12,dE=76,fE=96,pE=2500,mE=150,ph=class{constructor(e){this.open=e;this.scroller=A("div.tree-scroll",{tabindex:0,role:"group","aria-label":"tree of species; arrows move, Enter opens"},this.space),this.space.append(this.canvas);let t=(n,s,r)=>A("button.small",{type:"button","aria-label":s,title:s,onclick:r},n);this.element=A("div.tree",{},A("div.tree-tools",{},A("ul.key",{},A("li.line",{},"winner’s line"),A("li.living",{},"living"),A("li.extinct",{},"extinct")),A("label.check",{},this.all,"all species"),A("div.group",{},t("−","smaller",()=>this.zoom(1/1.5)),t("Fit","whole tree",()=>this.fit()),t("+","larger",()=>this.zoom(1.5)))),this.scroller,this.tip,this.note,this.said),this.all.addEventListener("change",()=>{this.everything=this.all.checked,this.opened.clear(),this.layout(),this.settle()}),this.scroller.addEventListener("scroll",()=>this.draw()),this.scroller.addEventListener("keydown",n=>this.key(n)),this.scroller.addEventListener("wheel",n=>{n.ctrlKey&&(n.preventDefault(),this.zoom(n.deltaY<0?1.2:1/1.2,n.offsetY,n.offsetX))}),this.canvas.addEventListener("pointermove",n=>this.hover(n)),this.canvas.addEventListener("pointerleave",()=>this.tip.hidden=!0),this.canvas.addEventListener("click",n=>this.click(n)),new ResizeObserver(()=>this.resize()).observe(this.scroller)}open;element;scroller;space=A("div.tree-space");canvas=A("canvas");tip=A("div.tip",{hidden:!0});said=A("p.visually-hidden",{"aria-live":"polite"});note=A("p.note");all=A("input",{type:"checkbox"});model;places=[];placeOf=new Map;order=[];height=0;times=[];opened=new Set;selected=-1;rowHeight=20;column=10;stretched=1;zoomed=!1;everything=null;wanted=!1;show(e){this.model=e,this.everything===null&&(this.all.checked=e.species.length<=mE),this.layout(),this.zoomed?this.resize():this.settle()}draw(){this.wanted||(this.wanted=!0,requestAnimationFrame(()=>{this.wanted=!1,this.paint()}))}layout(){let{species:e,kept:t}=this.model,n=l=>this.all.checked||t[l.id]===1||this.opened.has(l.parent??-1),s=l=>({one:l,children:l.children.map(c=>e[c]).filter(n).reverse().map(s)}),r=this.all.checked?null:this.sizes();this.places=[],this.placeOf.clear();let o=Vr({one:null,children:e.filter(l=>l.parent===null&&n(l)).map(s)});if(o.eachBefore(l=>{let c=l.data.one;if(!c)return;this.placeOf.set(c.id,this.places.length);let h=r?c.children.filter(u=>!n(e[u])).reduce((u,p)=>u+r[p],0):0,d=c.parent===null?-1:this.placeOf.get(c.parent)??-1;this.places.push({species:c,row:this.places.length,parent:d,folded:h,until:c.last}),d>=0&&(this.places[d].until=Math.max(this.places[d].until,c.born))}),this.stretch(),this.places.length<=pE){let l=new Map,c=Math.ceil(fE/Math.max(4,this.width()/Math.max(1,this.model.data.generations.length-1)));o.eachAfter(h=>{let d=h.data.one,u=d?{from:[d.born],to:[d.last],rows:[[this.placeOf.get(d.id),0]]}:{from:[],to:[],rows:[]},p=d&&!d.living&&!this.all.checked?(h.children??[]).find(v=>t[v.data.one.id]):null,g=p&&this.pass(d)==="line"&&this.pass(p.data.one)!=="line"?null:p;g&&gE(u,l.get(g));for(let v of h.children??[])v!==g&&_E(u,l.get(v),d?v.data.one.born:null,c);l.set(h,u)});for(let[h,d]of l.get(o).rows)this.places[h].row=d}this.order=[...this.places.keys()].sort((l,c)=>this.places[l].row-this.places[c].row||this.places[l].species.born-this.places[c].species.born),this.height=1+Math.max(0,...this.order.slice(-1).map(l=>this.places[l].row)),this.element.dataset.nodes=String(this.places.length),this.element.dataset.species=String(e.length);let a=e.length-this.places.length;this.note.textContent=a?`${Nt(this.places.length,"species","species")} of ${Pt(e.length)}: those that live, their ancestors and the winner’s line, with time stretched where more of them were born. ${Pt(a)} in extinct twigs are folded into the numbers; click one to open it.`:`All ${Nt(e.length,"species","species")}, from birth to death.`}width(){return Math.max(260,this.scroller.clientWidth)-To-Dd}sizes(){let{species:e}=this.model,t=new Uint32Array(e.length).fill(1);for(let n=e.length-1;n>=0;n--){let s=e[n].parent;s!==null&&(t[s]+=t[n])}return t}fit(){this.zoomed=!1,this.stretched=1,this.scroller.style.height=`${Math.min(680,Math.max(200,this.height*36+Jn+24))}px`,this.rowHeight=Math.max(2,Math.min(44,(this.scroller.clientHeight-Jn-24)/Math.max(1,this.height))),this.resize(),this.scroller.scrollTo(0,0)}settle(){this.fit(),this.rowHeight<Ga&&this.height*30<2400&&(this.rowHeight=30,this.resize())}zoom(e,t=this.scroller.clientHeight/2,n=this.scroller.clientWidth/2){let s=this.rowHeight,r=this.column;this.rowHeight=Math.max(2,Math.min(dE,s*e));let o=this.rowHeight/s;this.zoomed=!0,this.stretched=Math.max(1,Math.min(40,this.stretched*Math.sqrt(o)));let a=(this.scroller.scrollTop+t-Jn)/s,l=(this.scroller.scrollLeft+n-To)/r;this.resize(),this.scroller.scrollTo(l*this.column-n+To,a*this.rowHeight-t+Jn)}resize(){let{clientWidth:e,clientHeight:t}=this.scroller;if(!e||!this.model)return;let n=Math.max(1,this.model.data.generations.length-1);this.column=(Math.max(260,e)-To-Dd)/n*this.stretched,this.space.style.width=`${Math.max(e,To+Dd+n*this.column)}px`,this.space.style.height=`${Math.max(t,Jn+24+this.height*this.rowHeight)}px`;let s=Math.min(2,devicePixelRatio);this.canvas.width=Math.round(e*s),this.canvas.height=Math.round(t*s),this.canvas.style.width=`${e}px`,this.canvas.style.height=`${t}px`,this.draw()}x(e){return To+this.times[e]*this.column-this.scroller.scrollLeft}stretch(){let e=this.model.data.generations.length-1,t=new Float64Array(e+1);for(let{species:a}of this.places)a.parent!==null&&t[a.born]++;let n=t.reduce((a,l)=>a+l,0)/Math.max(1,e),s=Array.from(t,(a,l)=>l?Math.max(.45*n,.001)+.55*a:0),r=s.reduce((a,l)=>a+l,0)||1,o=0;this.times=s.map(a=>o+=a*Math.max(1,e)/r)}y(e){return Jn+8+(e+.5)*this.rowHeight-this.scroller.scrollTop}paint(){let e=this.canvas.getContext("2d"),{clientWidth:t,clientHeight:n}=this.scroller;if(!t||!this.model)return;let s=this.canvas.width/t;e.setTransform(s,0,0,s,0,0),e.clearRect(0,0,t,n);let r={line:It("winner"),living:It("living"),extinct:It("extinct"),ink:It("ink"),muted:It("muted"),rule:It("line"),surface:It("surface")},o=Math.floor((this.scroller.scrollTop-Jn)/this.rowHeight)-2,a=Math.ceil((this.scroller.scrollTop+n)/this.rowHeight)+1;this.axis(e,t,n,r),e.save(),e.beginPath(),e.rect(0,Jn,t,n-Jn),e.clip();for(let c of["extinct","living","line"]){e.strokeStyle=r[c],e.lineWidth=c==="line"?2.5:c==="living"?1.6:1.1,e.beginPath();for(let{species:h,row:d,parent:u}of this.places){let p=u<0?d:this.places[u].row;if(d<o||p>a||this.pass(h)!==c)continue;let[g,v]=[this.x(h.born),this.y(d)];d<=a&&(e.moveTo(g,v),e.lineTo(Math.max(g+3,this.x(h.last)),v)),u>=0&&(e.moveTo(Math.min(g,this.x(this.places[u].species.last)),this.y(p)),e.lineTo(g,this.y(p)),e.lineTo(g,v))}e.stroke()}let l=-1/0;this.order.forEach((c,h)=>{let{row:d}=this.places[c];if(d<o||d>a)return;let u=this.places[this.order[h+1]];this.places[this.order[h-1]]?.row!==d&&(l=-1/0),l=this.node(e,c,r,l,u?.row===d?this.x(u.species.born):1/0)}),e.restore()}pass(e){return this.model.inLine.has(e.id)?"line":e.living?"living":"extinct"}node(e,t,n,s,r){let{species:o,row:a,folded:l,until:c}=this.places[t],h=this.pass(o),[d,u]=[this.x(o.born),this.y(a)],p=this.rowHeight,g=t===this.selected,[v,f]=[Math.min(76,p*1.35),p-5],m=this.x(c),y=d+4;if(p>=Ga&&(g||d-6>=s+(s>-1/0?24:0)))e.fillStyle=n.surface,e.strokeStyle=g?n.ink:n[h],e.lineWidth=g||h==="line"?2:1,e.beginPath(),e.roundRect(d-6,u-f/2,v,f,6),e.fill(),e.stroke(),Va(e,this.model,o.id,[d-3,u-f/2+3,v-6,f-6]),y=d-6+v;else if(d<s||(e.fillStyle=n[h],e.beginPath(),e.arc(d,u,Math.max(1.4,Math.min(s>-1/0?3:4,p/4))+(g?2:0),0,2*Math.PI),e.fill(),s>-1/0&&!o.living))return s;if(o.living&&(e.fillStyle=n[h],e.beginPath(),e.arc(Math.max(m,y),u,Math.min(3,p/4),0,2*Math.PI),e.fill()),p>=h0){e.font=As(12,h==="line"?600:400),e.fillStyle=h==="extinct"?n.muted:n.ink,e.textBaseline="middle";let M=o.fitness===null?"failed":xt(o.fitness),C=e.measureText(M).width+8,T=p>=Ga&&Math.min(m,r)>y+C,x=T?y+5:Math.max(y,m)+8;x+C<r&&(e.fillText(M,x,T?u-9:u),y=x+C-4)}let R=this.foldAt(t);if(l&&p>=16&&R+40<r){e.font=As(12);let M=`+${l}`;e.fillStyle=n.surface,e.strokeStyle=n.rule,e.lineWidth=1,e.beginPath(),e.roundRect(R,u-7,e.measureText(M).width+8,14,7),e.fill(),e.stroke(),e.fillStyle=n.muted,e.textBaseline="middle",e.fillText(M,R+4,u+.5)}return y}foldAt(e){let{species:t}=this.places[e],n=this.rowHeight>=h0?46:8;return Math.max(this.x(t.last),this.x(t.born)+(this.rowHeight>=Ga?Math.min(76,this.rowHeight*1.35):0))+n+8}axis(e,t,n,s){let r=this.model.data.generations.length-1,o=[1,2,5,10,20,25,50,100,200,500].find(c=>c*this.column>=34)??1e3,a=-1/0;e.font=As(12),e.textBaseline="alphabetic",e.textAlign="center",e.lineWidth=1;for(let c=0;c<=r;c+=o){let h=this.x(c);h<-20||h>t+20||(e.strokeStyle=s.rule,e.beginPath(),e.moveTo(h,Jn),e.lineTo(h,n),e.stroke(),e.fillStyle=s.muted,h-a>=34&&e.fillText(String(c),h,20),h-a>=34&&(a=h))}e.textAlign="right",e.fillStyle=s.muted;let l=this.x(r);l+76<t+4&&e.fillText("generation",Math.min(t-8,l+100),20),e.textAlign="left"}at(e){let t=this.canvas.getBoundingClientRect(),[n,s]=[e.clientX-t.left,e.clientY-t.top];if(s<Jn)return null;let r=Math.floor((s+this.scroller.scrollTop-Jn-8)/this.rowHeight);for(let o of this.order.filter(a=>this.places[a].row===r).reverse()){let a=this.places[o];if(a.folded&&this.rowHeight>=16&&n>=this.foldAt(o)&&n<=this.foldAt(o)+40)return{place:o,fold:!0};let l=this.x(a.species.born)-12,c=Math.max(this.x(a.species.last),this.x(a.species.born)+(this.rowHeight>=Ga?this.rowHeight*1.35:4));if(n>=l&&n<=c+12)return{place:o,fold:!1}}return null}hover(e){let t=this.at(e);if(this.canvas.style.cursor=t?"pointer":"",this.tip.hidden=!t,!t)return;let{species:n,folded:s}=this.places[t.place];this.tip.textContent=t.fold?`${Nt(s,"species","species")} in extinct twigs; click to open`:this.describe(n);let r=this.element.getBoundingClientRect();this.tip.style.left=`${Math.max(0,Math.min(e.clientX-r.left+14,r.width-270))}px`,this.tip.style.top=`${e.clientY-r.top+18}px`}describe(e){let t=e.parent===null?Cn(e.operator):`${Cn(e.operator)} of species ${e.parent}`,n=e.fitness===null?"failed":`fitness ${xt(e.fitness)}`,s=e.last>e.born?`generations ${e.born}–${e.last}`:`generation ${e.born}`;return`Species ${e.id} · ${n} · ${Nt(e.parts,"part")} · ${s} · ${t}`}click(e){let t=this.at(e);if(!t)return;let{species:n}=this.places[t.place];if(this.tip.hidden=!0,t.fold){this.opened.add(n.id);for(let s of this.descendants(n.id))this.opened.add(s);this.layout(),this.resize()}else this.selected=t.place,this.draw(),this.open(n.id)}descendants(e){return this.model.species[e].children.filter(t=>!this.model.kept[t]).flatMap(t=>[t,...this.descendants(t)])}key(e){if(e.key==="+"||e.key==="-")return this.zoom(e.key==="+"?1.5:1/1.5);let t=this.places[this.selected];if(e.key==="Enter"&&t)return e.preventDefault(),this.open(t.species.id);let n=l=>this.order[Math.max(0,Math.min(this.order.length-1,this.order.indexOf(this.selected)+l))],s={ArrowDown:()=>n(1),ArrowUp:()=>n(-1),ArrowLeft:()=>t.parent>=0?t.parent:this.selected,ArrowRight:()=>t.species.children.map(l=>this.placeOf.get(l)).find(l=>l!==void 0)??this.selected};if(!(e.key in s))return;e.preventDefault(),this.selected=t?s[e.key]():this.placeOf.get(this.model.data.winner??-1)??0;let r=Jn+(this.places[this.selected].row+.5)*this.rowHeight,{scrollTop:o,clientHeight:a}=this.scroller;(r<o+Jn+20||r>o+a-20)&&(this.scroller.scrollTop=r-a/2),this.said.textContent=this.describe(this.places[this.selected].species),this.draw()}};function gE(i,e){i.to[0]=Math.max(i.to[0],e.to[0]),i.from.push(...e.from.slice(1)),i.to.push(...e.to.slice(1));for(let t of e.rows)i.rows.push(t)}function _E(i,e,t,n){let s=t===null?0:1,r=(o,a,l)=>o<i.from.length&&a<=i.to[o]+n&&l+n>=i.from[o];for(;s<i.from.length;s++){let o=s,a=e.from.some((c,h)=>r(o+h,c,e.to[h])),l=t!==null&&Array.from({length:o-1},(c,h)=>h+1).some(c=>t>=i.from[c]&&t<=i.to[c]+n);if(!a&&!l)break;if(l){s=i.from.length;break}}if(t!==null&&s>1)for(let o=1;o<Math.min(s,i.from.length);o++)i.from[o]=Math.min(i.from[o],t);e.from.forEach((o,a)=>{let l=s+a;i.from[l]=Math.min(i.from[l]??1/0,o),i.to[l]=Math.max(i.to[l]??-1/0,e.to[a])});for(let[o,a]of e.rows)i.rows.push([o,a+s])}var xE=20,vE=7,Ao=class{element=A("div.report");model;panel;sections;title=A("h1");summary=A("p.summary");name=A("a.name",{href:"#winner"});constructor(e,t,n){this.model=new qo(e),this.panel=new dh(this.model,t),this.sections=[new Nd(t),new Od,new Bd,new kd,new zd,new Fd,new Hd,new Vd,new Gd,new Wd];let s=this.sections.map(({element:r})=>r.id?A("a",{href:`#${r.id}`},r.dataset.short??""):null);this.element.append(A("div.bar-top",{},this.name,A("nav.contents",{"aria-label":"sections"},s),n),A("header.top",{},this.title,this.summary),A("main",{},this.sections.map(r=>r.element)),A("footer",{},"Made by ",A("b",{},"nge"),", Neural Graph Evolution. Fitness and returns are higher when better, always."),this.panel.element),addEventListener("hashchange",()=>this.route()),addEventListener("popstate",()=>this.route())}update(e){this.model=new qo(e);let{run:t}=e;this.name.textContent=t.name;let n=t.task[0].toUpperCase()+t.task.slice(1);this.title.textContent=`${n}: ${t.task_about}`,this.summary.replaceChildren(...[...this.model.evolves?[t.method,`seed ${t.seed}`,`${Nt(t.spent.generations,"generation")}${yE(e)}`,`${Pt(t.spent.steps)} control steps`]:[`policy ${t.policy}`,d0(this.model.species),`${rr(t.spent.updates,t.limits.updates,Pt)} ${t.limits.updates===1?"update":"updates"}`,`${Pt(t.spent.steps/t.size)} control steps of each species`],`${nr(t.spent.seconds)} of work`,t.spent.seconds&&`${Pt(t.spent.steps/t.spent.seconds)} control steps/s`,t.started.slice(0,10)].filter(Boolean).map(s=>A("span",{},s))),this.panel.update(this.model),this.element.classList.toggle("empty",e.winner===null);for(let s of this.sections){s.show(this.model);let r=this.element.querySelector(`.contents a[href="#${s.element.id}"]`);r&&(r.hidden=s.element.hidden||e.winner===null&&s.element.id!=="run")}}begin(e){this.update(e),this.route()}furnish(){for(let e of this.sections)e.furnish?.();this.panel.furnish()}route(){let e=/^#species-(\d+)$/.exec(location.hash);e?this.panel.show(Number(e[1])):this.panel.close()}};function mh(i){location.hash=`species-${i}`}function yE({run:i,generations:e}){let t=e.at(-1)?.families.reduce((n,[,s])=>n+s,0)??i.size;return t===i.size?` of ${i.size} species`:`, the first of ${i.size} species, the last of ${t}`}function d0(i){if(i.length===1)return i[0].label;let[e,t]=[new Set(i.map(s=>s.name)),new Set(i.map(s=>s.seed))];return e.size*t.size===i.length?`${Nt(e.size,"body","bodies")} × ${Nt(t.size,"seed")}`:`${i.length} species`}function vr(i,e,t,n,s,...r){return A("section.part",{id:i,"data-short":e},cl(t,s),n&&A("p.lead",{},n),r)}var Nd=class{element;stage;facts=A("dl.figures");fitness=new Ud;returns=new Jo("Return",[ou]);constructor(e){this.stage=new Eo(e);for(let{plot:t}of[this.fitness,this.returns])t.element.classList.add("fitness-plot");this.element=A("section.hero",{id:"winner","data-short":"Best"},A("div.hero-stage",{},this.stage.player.element),A("div.hero-side",{},this.facts,this.fitness.element,this.returns.element))}show(e){this.fitness.show(e),this.returns.show(e);let{winner:t,evolves:n}=e;if(!t)return;let{run:s}=e.data,r=e.fresh(t.id),o=(c,h,d)=>A("div",{},A("dt",{},c),A("dd",{},h),A("dd.about",{},d)),a=(c,h)=>`± ${xt(c)} (standard deviation), ${h}`;this.facts.replaceChildren(r?o("Return",xt(r.mean),a(r.spread,Nt(r.episodes,"fresh episode"))):n?o("Fitness",xt(t.fitness),a(t.spread,Nt(t.episodes,"episode"))):o("Recent return",xt(t.recentReturn),t.recentEpisodes?`mean of ${Nt(t.recentEpisodes,"episode")}`:"no whole episode yet"),r?o("Speed",`${xt(r.speed)} m/s`,"straight, start to end"):n?o("Species",String(t.id),"of "+Pt(e.species.length)):o("Updates",Pt(s.spent.updates),`of ${Pt(s.limits.updates)}`),o("Parts",String(t.parts),"torso included"),n?o("Born in generation",String(t.born),`after ${Nt(f0(e),"mutation")}`):o("Seed",String(t.seed),`body ${t.name}`));let l=n?", the winner":e.species.length>1&&s.spent.updates?", the best":"";this.stage.show(e,t.id,t.label+(l&&!s.done?", the best so far":l))}furnish(){this.stage.player.furnish(),this.fitness.furnish(),this.returns.furnish()}},Ud=class{element;plot=new In;axis=new Wi("horizontal axis",["generations","control steps"],()=>this.furnish());model=null;constructor(){this.element=A("div.curve",{},A("div.curve-head",{},A("h2",{},"Fitness"),A("div.choices",{},this.axis.element,this.plot.csv)),this.plot.element)}show(e){this.model=e,this.element.hidden=!e.evolves,this.furnish()}furnish(){if(!this.model||this.element.hidden)return;let{generations:e}=this.model.data,t=this.axis.chosen==="generations",[n,s]=[It("winner"),It("living")],r=a=>e.map(l=>l.quantiles[a]),o=(a,l)=>({label:a,values:r(l),colour:Rs(s,0),quiet:!0,width:0});this.plot.show({x:e.map(a=>t?a.number:a.steps),xLabel:t?"generation":"control steps of all species",xShort:t?"generation":"steps",yLabel:"fitness (sum of rewards)",label:"Best, median and quantiles of fitness",series:[o("90 %",4),o("10 %",0),o("75 %",3),o("25 %",1),{label:"median",values:r(2),colour:s},{label:"best",values:e.map(a=>a.best),colour:n,width:2.5}],bands:[{between:[0,1],fill:Rs(s,.18),label:"10 to 90 %"},{between:[2,3],fill:Rs(s,.3),label:"25 to 75 %"}]})}},Fd=class{curves=new Jo("How it learned",em);element=A("section.part",{id:"learning","data-short":"Learning"},this.curves.element);show(e){this.curves.show(e),this.element.hidden=this.curves.element.hidden}furnish(){this.curves.furnish()}},Od=class{strip=A("ol.strip");steps=new Ti("mutations of the winner’s line",[{title:"Species"},{title:"Generation",numeric:!0},{title:"Mutation"},{title:"Gain over its parent",numeric:!0},{title:"Last fitness",numeric:!0}]);lead=A("p.lead");element=A("section.part",{id:"line","data-short":"Line"},A("h2",{},"How the winner came about"),this.lead,this.strip,A("details",{},A("summary",{},"Every mutation of the line"),A("p.note",{},"The gain is the first fitness of a species less its parent’s in the generation before."),this.steps.element,this.steps.csv));show(e){let{line:t,shown:n}=e.data;this.element.hidden=t.length===0||!e.evolves,this.lead.textContent=t.length===1?"The winner is one of the first bodies: no mutation has led to it.":`${Nt(f0(e),"mutation")} led from ${e.species[t[0]]?.operator==="given"?"the given":"a random"} body to the winner${n.length<t.length?`; ${n.length} of the ${t.length} bodies are shown`:""}. Below each: its last fitness and the generation it was born in.`,this.strip.replaceChildren(...n.map((s,r)=>{let o=e.species[s],a=r?t.slice(t.indexOf(n[r-1])+1,t.indexOf(s)+1):[];return A(`li${s===e.data.winner?".winner":""}`,{},r>0&&A("p.change",{},a.length===1?fh(e,o):bE(a.map(l=>e.species[l]))),A("button.card",{type:"button",onclick:()=>mh(s),"aria-label":`species ${s}`},So(e,s,128,92),A("span.fitness",{},o.fitness===null?"failed":xt(o.fitness)),A("span.about",{},`species ${s}, gen. ${o.born}`)))})),this.steps.show(t.map(s=>{let r=e.species[s],[o,a]=[e.gain(s),fh(e,r)];return{values:[s,r.born,a,o,r.fitness],draw:()=>A("tr",{},A("td",{},A("a",{href:`#species-${s}`},String(s))),A("td.number",{},String(r.born)),A("td",{},a),A("td.number",{},Xo(o)),A("td.number",{},xt(r.fitness)))}}))}};function f0({data:i,species:e}){return i.line.filter(t=>e[t].operator!=="relearn").length-1}function bE(i){let e=new Map;for(let{operator:n}of i)e.set(n,(e.get(n)??0)+1);return[...e].map(([n,s])=>s>1?`${s} × ${Cn(n)}`:Cn(n)).join(", ")}var Bd=class{tree=new ph(mh);element=vr("tree","Tree","All species","Time runs to the right. A line is a life; it branches where a child was born. The number is the species’ last fitness.",null,this.tree.element);show(e){this.element.hidden=e.species.length===0||!e.evolves,this.element.hidden||this.tree.show(e)}furnish(){this.element.hidden||this.tree.draw()}},kd=class{shares=new In;alive=new In;key=A("ul.families");model=null;element;constructor(){this.element=vr("diversity","Diversity","Diversity","Species with the same tree of parts are one topology. A search that ends in one of them has stopped exploring.",null,A("div.pair",{},A("div",{},A("div.titled",{},A("h3",{},"Shares of topologies"),this.shares.csv),this.shares.element,this.key),A("div",{},A("div.titled",{},A("h3",{},"Topologies alive"),this.alive.csv),this.alive.element)))}show(e){this.model=e,this.furnish()}furnish(){if(!this.model)return;let{generations:e,run:t}=this.model.data;if(this.element.hidden=e.length===0||!this.model.evolves,this.element.hidden)return;let n=new Map;for(let v of e)for(let[f,m]of v.families)n.set(f,(n.get(f)??0)+m);let s=this.model.winner?.topology??-1,r=[...n].sort((v,f)=>f[1]-v[1]).map(([v])=>v),o=[s,...r.filter(v=>v!==s)].filter(v=>v>=0).slice(0,vE),a=o.map((v,f)=>It(`family-${f}`)),l=e.map(v=>new Map(v.families)),c=e.map(v=>v.families.reduce((f,[,m])=>f+m,0)),h=[],d=e.map(()=>0);for(let v of o)d=d.map((f,m)=>f+100*(l[m].get(v)??0)/c[m]),h.push(d);let u=e.map(v=>v.number);this.shares.show({x:u,xLabel:"generation",yLabel:"share of species (%)",range:[0,100],height:250,label:"Shares of topologies",silent:!0,format:v=>`${Math.round(v)} %`,series:[{label:"others",values:u.map(()=>100),colour:It("line"),fill:It("others"),width:0},...h.map((v,f)=>({label:this.name(o[f]),values:v,colour:It("surface"),fill:a[f],width:1})).reverse()]});let p=r.length>o.length?A("li.others",{},A("i",{style:`background:${It("others")}`}),`${Nt(r.length-o.length,"other")}`):"",g=v=>this.model.ranked.find(f=>f.topology===v)?.id??this.model.species.find(f=>f.topology===v).id;this.key.replaceChildren(...o.map((v,f)=>A("li",{},A("button",{type:"button",onclick:()=>mh(g(v)),"aria-label":`${this.name(v)}: its fittest species`},A("i",{style:`background:${a[f]}`}),So(this.model,g(v),52,40),A("span",{},this.name(v),v===s?A("b",{}," winner’s"):"")))),p),this.alive.show({x:u,xLabel:"generation",yLabel:"topologies",range:[0,Math.max(2,...e.map(v=>v.topologies))*1.1],height:250,label:`Topologies alive among ${t.size} species`,silent:!0,whole:!0,series:[{label:"topologies",values:e.map(v=>v.topologies),colour:It("living")}]})}name(e){let t=this.model.species.find(n=>n.topology===e)?.parts??0;return`${Nt(t,"part")} · ${this.model.data.topologies[e].slice(0,4)}`}},zd=class{table=new Ti("leaderboard",[{title:"",name:null},{title:"Species"},{title:"Fitness",numeric:!0,optional:!0},{title:"Mean actions",numeric:!0,optional:!0,about:"return in fresh episodes after training"},{title:"Recent return",numeric:!0,optional:!0,about:"mean of the last whole training episodes"},{title:"Sampled actions",numeric:!0,optional:!0,wide:!0,about:"return in fresh episodes after training"},{title:"Speed",name:"Speed (m/s)",numeric:!0,optional:!0,wide:!0,about:"straight, start to end, mean actions"},{title:"Fresh episodes",numeric:!0,optional:!0,wide:!0},{title:"Parts",numeric:!0,wide:!0},{title:"Lived",name:"Born in generation",numeric:!0,optional:!0,wide:!0},{title:"Came by",optional:!0,wide:!0},{title:"Flags",optional:!0,wide:!0,about:"signs that fitness comes from the simulation or presses against a bound"}],".leaders");more=A("button.small",{type:"button",onclick:()=>this.show(this.model,this.shown+80)});model=null;shown=xE;element=vr("leaderboard","Leaderboard","Leaderboard","The best first: in fresh episodes with mean actions, where they were run, else in training, where the largest of many noisy means is partly luck. ± is the standard deviation from episode to episode. Click one to see it move.",this.table.csv,this.table.element,this.more);show(e,t=this.shown){this.model=e,this.shown=t,this.element.hidden=e.ranked.length===0;let{winner:n,updates:{lines:s}}=e.data,r=(o,a)=>A("td.number",{},o==null?"—":[xt(o),A("span.spread",{},` ± ${xt(a)}`)]);this.table.show(e.ranked.map(o=>{let[a,l,c]=[e.fresh(o.id),e.fresh(o.id,!0),o.name===null],h=()=>A(`tr${o.id===n?".winner":""}`,{onclick:()=>mh(o.id)},A("td.picture",{},So(e,o.id,60,44)),A("td",{},s.length>1&&sr(s.findIndex(u=>u.species.includes(o.id))),A("a",{href:`#species-${o.id}`},c?String(o.id):o.label),o.id===n&&e.ranked.length>1&&Id(e)),r(o.fitness,o.spread),r(a?.mean,a?.spread),A("td.number",{},xt(o.recentReturn)),r(l?.mean,l?.spread),A("td.number",{},a?`${xt(a.speed)} m/s`:"—"),A("td.number",{},a?`${a.episodes} of each`:"—"),A("td.number",{},String(o.parts)),A("td.number",{},o.last>o.born?`${o.born}–${o.last}`:String(o.born)),A("td",{},Cn(o.operator)),A("td",{},o.flags===null?"not measured":Ld(o.flags))),d=o.flags?.map(([u])=>u).join(" ")??null;return{values:[null,c?o.id:o.label,o.fitness,a?.mean??null,o.recentReturn,l?.mean??null,a?.speed??null,a?.episodes??null,o.parts,c?o.born:null,c?Cn(o.operator):null,d],draw:h}}),t),this.more.hidden=t>=e.ranked.length,this.more.textContent=`Show more of ${Pt(e.ranked.length)}`}},Hd=class{table=new Ti("mutations",["Operator","Proposed","Children","Better than parent","Median gain","Line lives on","In winner’s line"].map((e,t)=>({title:e,name:t===3||t===5?`${e} (%)`:e,numeric:t>0})),".operators");element=vr("mutations","Mutations","Mutations","What each operator proposed, what was admitted, and how the children did: better than their parent at the time, how much so, and whether their line lives on.",this.table.csv,this.table.element);show(e){let t=new Map;for(let s of e.data.generations)for(let[r,o]of Object.entries(s.proposed))t.set(r,(t.get(r)??0)+o);let n=[...new Set([...t.keys(),...e.data.operators])].filter(s=>s!=="random"&&s!=="given").sort();this.element.hidden=n.length===0,this.table.show(n.map(s=>{let r=e.species.filter(u=>u.operator===s&&u.parent!==null),o=r.map(u=>e.gain(u.id)).filter(u=>u!==null).sort((u,p)=>u-p),a=o.filter(u=>u>0).length,l=r.filter(u=>e.kept[u.id]).length,[c,h]=[o.length?o[Math.floor(o.length/2)]:null,r.filter(u=>e.inLine.has(u.id)).length],d=(u,p)=>p?100*u/p:null;return{values:[Cn(s),t.get(s)??0,r.length,d(a,o.length),c,d(l,r.length),h],draw:()=>A("tr",{},A("th",{},Cn(s)),A("td.number",{},Pt(t.get(s)??0)),A("td.number",{},Pt(r.length)),A("td.number",{},u0(a,o.length)),A("td.number",{},Xo(c)),A("td.number",{},u0(l,r.length)),A("td.number",{},String(h)))}}))}};function u0(i,e){if(!e)return A("span",{},"—");let t=Math.round(100*i/e);return A("span.bar",{style:`--share:${t}%`,title:`${i} of ${e}`},`${t} %`)}var Vd=class{plot=new In;model=null;element=vr("predictions","Predictions","How well children were predicted","Rank correlation between what was expected of the children of a generation and what they scored: 1 orders them rightly, 0 is chance. The line is the mean of nine generations.",this.plot.csv,this.plot.element);show(e){this.model=e,this.furnish()}furnish(){if(!this.model)return;let{generations:e}=this.model.data,t=e.map(r=>r.skill);if(this.element.hidden=t.every(r=>r===null),this.element.hidden)return;let n=t.findIndex(r=>r!==null),s=t.map((r,o)=>{if(o<n)return null;let a=t.slice(Math.max(0,o-4),o+5).filter(l=>l!==null);return a.length?a.reduce((l,c)=>l+c,0)/a.length:null});this.plot.show({x:e.map(r=>r.number),xLabel:"generation",yLabel:"rank correlation",range:[-1,1],height:220,label:"Skill of predictions",series:[{label:"",values:t.map(()=>0),colour:It("muted"),width:1,dash:[4,4],quiet:!0,points:!1},{label:"a generation",values:t,colour:Rs(It("living"),.6),width:.01,dash:[4,6],points:!0},{label:"mean of nine",values:s,colour:It("living"),points:!1}]})}},Gd=class{table=new Ti("failures",[{title:"Count",numeric:!0},{title:"Reason"},{title:"Who"}]);none=A("p.note",{},"None: every body could be simulated and trained.");element=vr("failures","Failures","Failures","A body can fail, a run cannot: it gets the worst fitness and its reason.",this.table.csv,this.none,this.table.element);show(e){let t=new Map;for(let o of e.species)o.failure&&t.set(o.failure,[...t.get(o.failure)??[],o.id]);let n=new Map;for(let o of e.data.generations)for(let[a,l]of Object.entries(o.refused))n.set(a,(n.get(a)??0)+l);this.element.hidden=e.data.generations.length===0,this.none.hidden=t.size+n.size>0,this.table.element.hidden=this.table.csv.hidden=!this.none.hidden;let s=(o,a,l,c)=>({values:[o,a,l],draw:()=>A("tr",{},A("td.number",{},String(o)),A("td",{},a),c)}),r=o=>A("td.links",{},o.slice(0,8).map(a=>A("a",{href:`#species-${a}`},`species ${a}`)),o.length>8?`and ${o.length-8} more`:"");this.table.show([...[...t].sort((o,a)=>a[1].length-o[1].length).map(([o,a])=>s(a.length,o,`species ${a.join(" ")}`,r(a))),...[...n].map(([o,a])=>s(a,o,"candidates, before birth",A("td",{},"candidates, before birth")))])}},Wd=class{content=A("div.about-run");element=vr("run","Run","What was run","",null,this.content);show(e){let{run:t}=e.data,{spent:n,limits:s}=t,r=o=>Pt(o/t.size);this.content.replaceChildren(...jp(t,[["Method",`${t.method}: ${t.method_about}`],["Policy",t.policy],e.evolves?["Seed",t.seed]:["Trained",d0(e.species)]],e.evolves?[["Generations",rr(n.generations,s.max_generations)],["Control steps",rr(n.steps,s.max_steps,Pt)]]:[["Updates",rr(n.updates,s.updates,Pt)],["Control steps",`${rr(n.steps,s.max_steps,r)}, each species`],["Last checkpoint",t.checkpoint?`update ${Pt(t.checkpoint)}`:"none yet"]],[["Work",rr(n.seconds,s.max_hours&&3600*s.max_hours,nr)],["Species",Pt(e.species.length)],["State",t.done?"finished":"not at its limit"]]))}};var p0="nge-theme";function Xd(i){let e=matchMedia("(prefers-color-scheme: dark)"),t=()=>document.documentElement.dataset.theme=ME()??(e.matches?"dark":"light");t(),e.addEventListener("change",()=>{t(),i()})}function Ro(i){Xd(i);let e=A("button.theme",{type:"button",title:"light or dark","aria-label":"light or dark"});return e.addEventListener("click",()=>{let t=wo()?"light":"dark";document.documentElement.dataset.theme=t,SE(t),i()}),e}function ME(){try{return localStorage.getItem(p0)}catch{return null}}function SE(i){try{localStorage.setItem(p0,i)}catch{}}var wE=8,gh=class{constructor(e,t){this.ask=e;this.floor=t}ask;floor;title=A("h2");plot=new In;cards=A("ul.cards");element=A("section.part",{id:"underway",hidden:!0},A("div.titled",{},this.title,this.plot.csv),A("p.lead",{},"The species that are being trained now. The curve is the mean reward of a control step, actions sampled, update by update."),this.plot.element,this.cards);found=null;bodies=[];training=null;asked=-1;show(e){this.training=e,e&&e.generation!==this.asked&&(this.asked=e.generation,this.ask().then(t=>{this.found=t,this.bodies=t?t.bodies.map((n,s)=>Yo(t,s)):[],t||(this.asked=-1),this.furnish()},()=>this.asked=-1)),this.furnish()}furnish(){let{training:e,found:t}=this;if(this.element.hidden=!e||t?.generation!==e.generation,this.element.hidden||!e||!t)return;this.title.textContent=`Generation ${t.generation}, in training`;let n=t.species.map(({id:o})=>e.rewards[o]??[]);this.plot.element.hidden=this.plot.csv.hidden=n.every(o=>!o.length);let s=Array.from({length:e.updates},(o,a)=>a+1);this.plot.element.hidden||this.plot.show({xLabel:"update",yLabel:"reward per control step",label:`Rewards of generation ${t.generation}`,height:260,format:Wo,silent:t.species.length>wE,...Hr(t.species.map(({id:o},a)=>({label:`species ${o}`,at:s,middle:s.map((l,c)=>n[a][c]??null),low:[],high:[]})))});let r={body:o=>this.bodies[o],data:{run:{floor:this.floor}}};this.cards.replaceChildren(...t.species.map(({id:o,parent:a,operator:l,born:c},h)=>A("li.card",{},So(r,h,112,80),A("span.name-of",{},sr(h),`Species ${o}`),A("span.about",{},`${Nt(this.bodies[h].length,"part")}, ${c<t.generation?`since generation ${c}`:a===null?Cn(l).toLowerCase():`${Cn(l)} of ${a}`}`),A("span.about",{},n[h].length?`reward ${Wo(n[h].at(-1))}`:"no update yet"))))}};var EE=90,TE=2e3;async function g0(i){let e=/^\/run\/([^/]+)\/$/.exec(location.pathname)?.[1];e===void 0?CE(i):await AE(i,e)}async function AE(i,e){let t=`/api/run/${e}`,n=async()=>{let f=await fetch(`${t}/data`);if(!f.ok)throw new Error(await f.text());return Zo(await f.json())},s={episode:async f=>{let m=await fetch(`${t}/species/${f}/episode`);return m.ok?m.json():null},mjcf:async f=>{let m=await fetch(`${t}/species/${f}/mjcf`);return m.ok?m.text():null}},r=await n(),o=new $d(t),a=A("a.all-runs",{href:"/runs/",hidden:!0},"All runs"),l=new gh(async()=>{let f=await fetch(`${t}/underway`),m=f.ok?await f.json():null;return m&&Zo(m)},r.run.floor),h=[a,Ro(()=>(d.furnish(),l.furnish()))],d=new Ao(r,s,h);d.element.querySelector(".top").after(o.element),d.element.querySelector(".hero").after(l.element),i.replaceChildren(d.element),d.begin(r),m0(r);let u="",p=!1,g=null,v=async()=>{if(p||!g||String(g.mark)===u)return;p=!0;let f=String(g.mark);try{r=await n(),u=f,d.update(r),o.show(g,r),m0(r)}catch{}await new Promise(m=>setTimeout(m,TE)),p=!1,v()};qd(`${t}/events`,f=>{if("gone"in f)return o.lost(`This run cannot be read now: ${f.gone}`);g=f,a.hidden=f.alone,o.show(f,r);let{generation:m,updates:y,rewards:R}=f.working??{};l.show(m!==void 0&&y&&R&&f.working?.doing==="Training"?{generation:m,updates:y,rewards:R}:null),v()},()=>o.lost("The connection is lost; trying again …"))}function m0(i){document.documentElement.dataset.updates=String(i.run.spent.updates),document.documentElement.dataset.generations=String(i.generations.length)}var $d=class{words=A("span.words",{role:"status"});figures=A("span.live-figures");progress=A("progress",{max:1,"aria-label":"how much is done"});button=A("button.small",{type:"button"});stopping=!1;element=A("section.live",{"aria-label":"what is going on"},A("i.pulse"),this.words,this.figures,this.progress,this.button);constructor(e){this.button.addEventListener("click",()=>{this.button.setAttribute("disabled",""),fetch(`${e}/stop${this.stopping?"?take-back":""}`,{method:"POST"}).then(async t=>!t.ok&&(this.words.textContent=await t.text())).finally(()=>this.button.removeAttribute("disabled"))})}lost(e){this.element.dataset.state="lost",this.words.textContent=e,this.figures.replaceChildren(),this.progress.hidden=this.button.hidden=!0}show(e,t){let{working:n}=e;if(this.stopping=e.stopping,this.element.dataset.state=n?e.stopping?"stopping":"working":e.done?"done":"stopped",this.progress.hidden=!n,this.button.hidden=!n||!e.may_stop,this.element.title=n&&!e.may_stop?"To stop the run from here, open the link that nge watch printed: it holds the token.":"",this.button.textContent=e.stopping?"Go on after all":"Stop after this update",!n){this.words.textContent=e.done?"Finished: a limit is reached.":`Not running. Go on with: nge resume ${e.folder}`,this.figures.replaceChildren();return}let{generation:s=0,update:r=0,updates:o=1,steps:a=0,of:l=1,began:c=0,now:h=0,memory:d=0,doing:u}=n,p=h>c?a/(h-c):0,g=e.limits.updates===null,v=g?`generation ${s}`:`update ${Pt(Math.min(r+1,o))} of ${Pt(o)}`,f=Math.min(1,Math.max(a/l,r/o)),m=Date.now()/1e3-h;this.words.textContent=m>EE?`Quiet for ${nr(m)} in ${v}`:e.stopping?"Stops after this update":`${u??"Training"} ${v}`,this.progress.value=f;let y=RE(t,e.limits,p,f),R=(M,C)=>A("span",{},A("b",{},M),` ${C}`);this.figures.replaceChildren(u==="Training"&&!a?A("span",{},"compiling; the first update takes longest"):"",R(`${Math.round(100*f)} %`,g?"of it":"done"),p?R(Pt(p),"control steps/s"):"",y===null?"":R(`≈ ${nr(y)}`,"left"),d?R(Vp(d),"memory"):"")}};function RE(i,e,t,n){let{spent:s,steps_per_generation:r}=i.run,o=s.generations?s.seconds/s.generations:t?r/t:null,a=i.generations.slice(-6),l=a.length>1?(a.at(-1).seconds-a[0].seconds)/(a.length-1):o;if(l===null)return null;let c=l*(1-n),h=[];return e.max_generations!==null&&h.push(c+l*Math.max(0,e.max_generations-s.generations-1)),e.max_steps!==null&&h.push(c+l*Math.max(0,Math.ceil((e.max_steps-s.steps)/r)-1)),e.max_hours!==null&&h.push(Math.max(c,3600*e.max_hours-s.seconds)),h.length?Math.min(...h):null}function CE(i){let e=A("ul.run-list"),[t,n]=[A("p.lead"),A("div.sweep")];i.replaceChildren(A("div.runs",{},A("div.bar-top",{},A("a.name",{href:"/"},"nge"),A("span.contents"),Ro(()=>{})),A("header.top",{},A("h1",{},"Runs"),t,n),A("main",{},e)));let s=o=>{let[a,l]=[o.filter(h=>!("problem"in h)),o.filter(h=>"problem"in h)],c=a.filter(h=>h.working).length;t.textContent=a.length?`${Nt(a.length,"run")}, ${c||"none"} running${l.length?`; ${Nt(l.length,"folder")} cannot be read`:""}. This page follows by itself.`:"No run here yet. ‘nge evolve’ and ‘nge train’ make one; it will appear here.",e.replaceChildren(...a.map(h=>{let d=h.working?h.stopping?"stopping":"working":h.done?"done":"stopped",u={working:"running",stopping:"stopping",done:"finished",stopped:"not running"}[d];return A("li",{},A("a.run",{href:`/run/${encodeURIComponent(h.name)}/`,"data-state":d},A("span.run-name",{},A("i.pulse"),h.name),A("span.run-what",{},h.what),IE(h.curve),A("span.run-figure",{},A("b",{},xt(h.best))," best"),A("span.run-figure",{},A("b",{},h.goal?`${h.count} / ${h.goal}`:String(h.count)),` ${(h.goal??h.count)===1?h.unit.replace(/s$/,""):h.unit}`),A("span.run-figure",{},A("b",{},nr(h.seconds))," of work"),A("span.run-state",{},u)))}),...l.map(({name:h,problem:d})=>A("li.run",{"data-state":"damaged"},A("span.run-name",{},A("i.pulse"),h),A("span.run-problem",{},d),A("span.run-state",{},"cannot be read")))),document.documentElement.dataset.ready="yes"},r=async()=>{let o=await fetch("/api/sweep").catch(()=>null);o?.ok&&n.replaceChildren(...PE(await o.json()))};qd("/api/events",o=>Array.isArray(o)&&(s(o),void r()),()=>t.textContent="The connection is lost; trying again …")}function PE(i){if(!i)return[];let e=Object.entries(i.states).map(([n,s])=>`${s} ${n}`),t=Math.min(1,i.steps/Math.max(1,i.planned));return[...i.about?[A("p.lead",{},i.about)]:[],A("p",{},`Sweep of ${Nt(Object.values(i.states).reduce((n,s)=>n+s,0),"run")}: ${e.join(", ")}; ${Math.round(100*t)} % of ${Pt(i.planned)} control steps.`),A("progress",{value:String(t),max:"1","aria-label":"how much of the sweep is done"}),...Object.entries(i.failures).map(([n,s])=>A("p.run-problem",{},`${n} failed: ${s}`))]}function IE(i){let e=i.filter(o=>o!==null),[t,n]=[Math.min(...e),Math.max(...e)],s=i.map((o,a)=>o===null?"":`${100*a/Math.max(1,i.length-1)},${22-20*(o-t)/(n-t||1)}`),r=document.createElement("span");return r.className="spark",r.innerHTML=`<svg viewBox="-2 0 104 24" preserveAspectRatio="none" aria-hidden="true"><polyline points="${s.join(" ")}"/></svg>`,r}function qd(i,e,t){let n=new EventSource(i);n.onmessage=s=>e(JSON.parse(s.data)),n.onerror=()=>{t(),n.readyState===EventSource.CLOSED&&setTimeout(()=>qd(i,e,t),3e3)}}async function LE(){let i=document.getElementById("app"),e=async t=>{let n=document.getElementById(t);return n&&Zo(await ru(n))};try{let t=await e("data"),n=await e("comparison"),s=await e("creature");t?DE(i,t):n?NE(i,n):s?UE(i,s):await g0(i),document.documentElement.dataset.milliseconds=String(Math.round(performance.now())),document.documentElement.dataset.ready="yes"}catch(t){throw i.replaceChildren(A("p.waiting",{},`This page cannot be shown: ${t instanceof Error?t.message:t}`)),t}}function DE(i,e){let t=null,n={episode:async r=>e.episodes[r]??null,mjcf:async r=>(await(t??=ru(document.getElementById("models"))))[r]??null},s=new Ao(e,n,[Ro(()=>s.furnish())]);i.replaceChildren(s.element),s.begin(e)}function NE(i,e){let t=new dl(e,[Ro(()=>t.furnish())]);i.replaceChildren(t.element),t.furnish()}function UE(i,e){let t=new Xs;Xd(()=>t.furnish()),i.replaceChildren(A("div.whole",{},t.element)),t.show({...e,body:Yo(e,0)})}LE();})();
